import { useTranslation } from 'react-i18next';
import styles from './NewMarker.module.css';

/** Says that something waits; how much is said to those who cannot see the menu at a glance. */
export function NewMarker({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={styles.marker}>
      {t('nav.new')}
      <span className="visually-hidden"> ({t('nav.waiting', { count })})</span>
    </span>
  );
}
