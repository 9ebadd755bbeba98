import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/useErrorText';
import { focusContent } from '../../layout/focusContent';
import styles from './RowNotice.module.css';
import { useAllRowNotices, useRowNotice, useRowNotices } from './rowNotices';
import type { RowNotice as Notice } from './rowNoticesSlice';
import { reviewButtonId } from './useFocusNextRow';

/** The notice of a row, if there is one. */
export function RowNotice({ id }: { id: string }) {
  const notice = useRowNotice(id);
  return notice ? <ShownNotice {...notice} /> : null;
}

/** The notices of rows that have left the list. */
export function DetachedRowNotices({ rows }: { rows: readonly { externalId: string }[] }) {
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
    // The focused button disappears: the row's review button is focused, else the page.
    const button = document.getElementById(reviewButtonId({ externalId: id }));
    if (button) button.focus({ preventScroll: true });
    else focusContent();
  };
  return (
    <Alert severity="error" className={styles.notice ?? ''} closeText={t('toast.close')} onClose={close}>
      <AlertTitle>{title}</AlertTitle>
      {typeof reason === 'string' ? reason : failureText(reason)}
    </Alert>
  );
}
