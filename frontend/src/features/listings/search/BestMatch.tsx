import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import styles from './ResultChip.module.css';
import { presetOrder, type SearchOrder } from './searchFilters';

type BestMatchProps = { sort: SearchOrder; onChange: (sort: SearchOrder) => void };

/** The order that a keyword makes possible, one click away; another one goes back to the preset order. */
export function BestMatch({ sort, onChange }: BestMatchProps) {
  const { t } = useTranslation('listings');
  const isOn = sort === 'relevance';
  return (
    <button
      type="button"
      className={styles.chip}
      data-on={isOn}
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? presetOrder : 'relevance')}
    >
      {isOn && <Icon name="check" size={16} className={styles.icon} />}
      {t('order.bestFirst')}
    </button>
  );
}
