import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/Button';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const TakedownDialog = lazyPart(
  () => import('./TakedownDialog').then((module) => module.TakedownDialog),
  overlay,
);

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
      {open && <TakedownDialog listing={listing} onClose={() => setOpen(false)} onDone={onTakenDown} />}
    </>
  );
}
