import { useTranslation } from 'react-i18next';
import styles from './StatsPage.module.css';

/** As high as the trends. */
export function TrendsSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="img" aria-label={t('loading')} className={styles.skeleton}>
      <div className={styles.weekly}>
        {[1, 2, 3].map((index) => (
          <div key={index} className={`${styles.surface} ${styles.skeletonCard}`} />
        ))}
      </div>
      <div className={styles.others}>
        {[1, 2].map((index) => (
          <div key={index} className={`${styles.surface} ${styles.skeletonCard}`} />
        ))}
      </div>
    </div>
  );
}
