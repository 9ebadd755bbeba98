import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import styles from './ListNotice.module.css';

/** Not an alert: it is there at each visit. */
export function ListNotice({ text, action }: { text: string; action: ReactNode }) {
  return (
    <Alert role="note" severity="info" className={styles.notice} action={action}>
      {text}
    </Alert>
  );
}
