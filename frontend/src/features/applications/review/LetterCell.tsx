import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import cells from '../../../ui/list/table/RecordCell.module.css';

type LetterCellProps = {
  /** Null after its retention period. */
  letter: string | null;
  /** The applicant's name. */
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
      <span className={cells.nowrap}>{t('cell.read')}</span>
    </button>
  );
}
