import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetAdministratorNotificationsQuery } from '../../api/endpoints';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';
import styles from './EventActions.module.css';

const AcknowledgeAllDialog = lazyPart(
  () => import('./AcknowledgeAllDialog').then((module) => module.AcknowledgeAllDialog),
  overlay,
);

/** Acknowledges every event that waits, on all pages. `onDone`: the button has lost the focus by then. */
export function AcknowledgeAll({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('events');
  const [asking, setAsking] = useState(false);
  const waiting = useGetAdministratorNotificationsQuery().data?.payload.pendingEvents ?? 0;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        className={styles.all}
        aria-haspopup="dialog"
        startIcon={<Icon name="check" />}
        // There with nothing to do too: a button that comes later would move the page.
        disabled={waiting === 0}
        onClick={() => setAsking(true)}
      >
        {t('all.open')}
      </Button>
      {asking && <AcknowledgeAllDialog onClose={() => setAsking(false)} onDone={onDone} />}
    </>
  );
}
