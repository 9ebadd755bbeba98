import { useTranslation } from 'react-i18next';
import styles from './StatsPage.module.css';

/** As high as what is on its way. */
export function TrendsSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="img" aria-label={t('loading')} className={styles.skeleton}>
      <div className={styles.weekly}>
        {[1, 2, 3].map((place) => (
          <div key={place} className={`${styles.sheet} ${styles.waiting}`} />
        ))}
      </div>
      <div className={styles.others}>
        {[1, 2].map((place) => (
          <div key={place} className={`${styles.sheet} ${styles.waiting}`} />
        ))}
      </div>
    </div>
  );
}
