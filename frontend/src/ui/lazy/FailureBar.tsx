import { useTranslation } from 'react-i18next';
import { Button } from '../button/Button';
import { Icon } from '../Icon';
import { IconButton } from '../button/IconButton';
import styles from './FailureBar.module.css';

type FailureBarProps = {
  title: string;
  text: string;
  actionLabel: string;
  onAction: () => void;
  onClose: () => void;
};

/** An error over the page. Part of the first file, because nothing else may be loadable. */
export function FailureBar({ title, text, actionLabel, onAction, onClose }: FailureBarProps) {
  const { t } = useTranslation();
  return (
    <div role="alert" className={styles.bar}>
      <Icon name="alert" />
      <p className={styles.text}>
        <strong>{title}</strong> {text}
      </p>
      <Button color="inherit" size="small" variant="outlined" className={styles.action} onClick={onAction}>
        {actionLabel}
      </Button>
      <IconButton color="inherit" aria-label={t('toast.close')} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
    </div>
  );
}
