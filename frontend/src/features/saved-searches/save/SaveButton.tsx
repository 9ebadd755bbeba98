import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/Button';
import { Icon } from '../../../ui/Icon';
import styles from './SaveButton.module.css';

type SaveButtonProps = {
  isEmpty: boolean;
  isSaved?: boolean;
  onClick: () => void;
};

/** Opens a dialog, which says under which name a saved search is saved. */
export function SaveButton({ isEmpty, isSaved = false, onClick }: SaveButtonProps) {
  const { t } = useTranslation('savedSearches');
  const icon = <Icon name={isSaved ? 'check' : 'bell'} size={18} />;
  if (isEmpty) {
    return (
      <Button
        variant={isSaved ? 'outlined' : 'contained'}
        startIcon={icon}
        aria-haspopup="dialog"
        onClick={onClick}
      >
        {t(isSaved ? 'saved' : 'saveAndTell')}
      </Button>
    );
  }
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={onClick}>
      {icon}
      {t(isSaved ? 'saved' : 'save')}
    </button>
  );
}
