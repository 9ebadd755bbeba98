import Alert, { type AlertProps } from '@mui/material/Alert';
import styles from './Wizard.module.css';

/** What is to be known about a draft, without a choice to make. */
export function DraftHint({ severity, children }: Pick<AlertProps, 'severity' | 'children'>) {
  return (
    <Alert severity={severity} className={styles.offer}>
      {children}
    </Alert>
  );
}
