import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const TakedownDialog = lazy(() =>
  import('./TakedownDialog').then((module) => ({ default: module.TakedownDialog })),
);

/** For administrators, on the page of a listing that has not been taken down. */
export function TakedownButton({ listing }: { listing: { externalId: string; title: string } }) {
  const { t } = useTranslation('reports');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outlined" color="error" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('takedown.open')}
      </Button>
      {open && (
        <Suspense>
          <TakedownDialog listing={listing} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
