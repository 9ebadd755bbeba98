import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAdministratorNotificationsQuery } from '../../api/endpoints';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const AcknowledgeAllDialog = lazyPart(
  () => import('./AcknowledgeAllDialog').then((module) => module.AcknowledgeAllDialog),
  overlay,
);

/**
 * Acknowledges all pending events, on all pages. `onDone` restores the focus: the button is
 * disabled by then.
 */
export function AcknowledgeAllButton({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('events');
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const pending = useGetAdministratorNotificationsQuery().data?.payload.pendingEvents ?? 0;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-haspopup="dialog"
        startIcon={<Icon name="check" />}
        // Always rendered: a button that appears later would move the page.
        disabled={pending === 0}
        onClick={() => setIsDialogOpen(true)}
      >
        {t('all.open')}
      </Button>
      {isDialogOpen && <AcknowledgeAllDialog onClose={() => setIsDialogOpen(false)} onDone={onDone} />}
    </>
  );
}
