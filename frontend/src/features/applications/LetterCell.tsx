import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon';
import cells from '../../ui/list/RecordCell.module.css';
import styles from './LetterCell.module.css';

type LetterCellProps = {
  /** Null once its time of keeping is over. */
  letter: string | null;
  /** Who wrote it. */
  name: string;
  onRead: () => void;
};

export function LetterCell({ letter, name, onRead }: LetterCellProps) {
  const { t } = useTranslation('applications');
  if (letter === null) return <span className={cells.muted}>{t('cell.noLetter')}</span>;
  return (
    <button
      type="button"
      className={cells.link}
      aria-label={t('cell.readNamed', { name })}
      aria-haspopup="dialog"
      onClick={onRead}
    >
      <Icon name="letter" size={18} />
      <span className={styles.word}>{t('cell.read')}</span>
    </button>
  );
}
