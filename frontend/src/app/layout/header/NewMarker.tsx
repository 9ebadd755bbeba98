import { useTranslation } from 'react-i18next';
import styles from './NewMarker.module.css';

/**
 * Marks an entry with pending items; screen readers get their number. Its space is reserved, so
 * that no label moves.
 */
export function NewMarker({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return <span className={styles.reserved} data-text={t('nav.new')} />;
  return (
    <span className={styles.marker}>
      {t('nav.new')}
      <span className="visually-hidden"> ({t('nav.pending', { count })})</span>
    </span>
  );
}
