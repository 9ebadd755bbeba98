import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button';
import { LazyTakedownDialog } from './LazyTakedownDialog';

type TakedownButtonProps = { listing: { externalId: string; title: string }; onTakenDown: () => void };

/** For administrators, on the page of a listing that has not been taken down. */
export function TakedownButton({ listing, onTakenDown }: TakedownButtonProps) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="error" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('takedown.open')}
      </Button>
      {open && <LazyTakedownDialog listing={listing} onClose={() => setOpen(false)} onDone={onTakenDown} />}
    </>
  );
}
