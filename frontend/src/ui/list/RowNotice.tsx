import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import styles from './RowNotice.module.css';
import { type RowNotice as Notice, useAllRowNotices, useRowNotice, useRowNotices } from './rowNotices';
import { decideId } from './useNextRow';

/** What went wrong with the row of this id, if something did. */
export function RowNotice({ id }: { id: string }) {
  const notice = useRowNotice(id);
  return notice ? <ShownNotice {...notice} /> : null;
}

/** The notices of rows that are no longer among these. */
export function LostRowNotices({ rows }: { rows: readonly { externalId: string }[] }) {
  const present = new Set(rows.map(({ externalId }) => externalId));
  const notices = useAllRowNotices().filter(({ id }) => !present.has(id));
  if (notices.length === 0) return null;
  return (
    <div className={styles.lost}>
      {notices.map((notice) => (
        <ShownNotice key={notice.id} {...notice} />
      ))}
    </div>
  );
}

function ShownNotice({ id, title, reason }: Notice) {
  const { t } = useTranslation();
  const { failureText } = useErrorText();
  const { clear } = useRowNotices();
  const close = () => {
    clear(id);
    // The button that has the focus goes: what can be tried again gets it, else the page.
    const next = document.getElementById(decideId({ externalId: id })) ?? document.getElementById('content');
    next?.focus({ preventScroll: true });
  };
  return (
    <Alert severity="error" className={styles.notice ?? ''} closeText={t('toast.close')} onClose={close}>
      <AlertTitle>{title}</AlertTitle>
      {typeof reason === 'string' ? reason : failureText(reason)}
    </Alert>
  );
}
