import Alert, { type AlertProps } from '@mui/material/Alert';
import styles from '../Wizard.module.css';

/** A message about a draft, without actions. */
export function DraftHint({ severity, children }: Pick<AlertProps, 'severity' | 'children'>) {
  return (
    <Alert severity={severity} className={styles.notice}>
      {children}
    </Alert>
  );
}
