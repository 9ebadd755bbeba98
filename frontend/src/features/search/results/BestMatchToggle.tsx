import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import styles from './ResultChip.module.css';
import { defaultOrder, type SearchOrder } from '../searchFilters';

type BestMatchToggleProps = { sort: SearchOrder; onChange: (sort: SearchOrder) => void };

/** Switches between relevance and the default order. */
export function BestMatchToggle({ sort, onChange }: BestMatchToggleProps) {
  const { t } = useTranslation('listings');
  const isOn = sort === 'relevance';
  return (
    <button
      type="button"
      className={styles.chip}
      data-on={isOn}
      aria-pressed={isOn}
      onClick={() => onChange(isOn ? defaultOrder : 'relevance')}
    >
      {isOn && <Icon name="check" size={16} className={styles.icon} />}
      {t('order.bestFirst')}
    </button>
  );
}
