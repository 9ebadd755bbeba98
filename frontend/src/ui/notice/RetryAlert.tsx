import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { BusyButton } from '../button/BusyButton';
import styles from './RetryAlert.module.css';

type RetryAlertProps = {
  /** What is missing or outdated. */
  text: string;
  onRetry: () => void;
  /** Whether a retry is running. */
  busy?: boolean;
  className?: string | undefined;
};

/** Part of a page failed to load. */
export function RetryAlert({ text, onRetry, busy = false, className = '' }: RetryAlertProps) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="warning"
      className={`${styles.alert} ${className}`}
      action={
        <BusyButton color="inherit" size="small" loading={busy} onClick={onRetry}>
          {t('retry')}
        </BusyButton>
      }
    >
      {text}
    </Alert>
  );
}
