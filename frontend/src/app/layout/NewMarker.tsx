import { useTranslation } from 'react-i18next';
import styles from './NewMarker.module.css';

/**
 * Says beside a label that something waits there, and how much to screen readers.
 * Its room is kept while nothing waits, so that no label moves when that changes.
 */
export function NewMarker({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return <span className={styles.room} data-text={t('nav.new')} />;
  return (
    <span className={styles.marker}>
      {t('nav.new')}
      <span className="visually-hidden"> ({t('nav.waiting', { count })})</span>
    </span>
  );
}
