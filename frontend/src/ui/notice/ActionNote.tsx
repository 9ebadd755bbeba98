import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import space from '../layout/space.module.css';
import styles from './RetryAlert.module.css';

/** What the user can do about a list, below its heading. Not an alert: it is there at each visit. */
export function ActionNote({ text, actions }: { text: string; actions: ReactNode }) {
  return (
    <Alert role="note" severity="info" className={`${styles.alert} ${space.below24}`} action={actions}>
      {text}
    </Alert>
  );
}
