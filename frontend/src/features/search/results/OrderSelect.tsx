import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import styles from './OrderSelect.module.css';
import { ordersFor, type SearchFilters, type SearchOrder } from '../searchFilters';

type OrderSelectProps = { filters: SearchFilters; onChange: (sort: SearchOrder) => void };

export function OrderSelect({ filters, onChange }: OrderSelectProps) {
  const { t } = useTranslation('listings');
  const orders = ordersFor(filters);
  return (
    <span className={styles.order}>
      <label htmlFor="result-order">{t('order.label')}</label>
      <select
        id="result-order"
        className={styles.select}
        value={filters.sort}
        onChange={({ target }) => {
          const chosen = orders.find((order) => order === target.value);
          if (chosen) onChange(chosen);
        }}
      >
        {orders.map((order) => (
          <option key={order} value={order}>
            {t(`order.${order}`)}
          </option>
        ))}
      </select>
      <Icon name="down" size={16} className={styles.arrow} />
    </span>
  );
}
