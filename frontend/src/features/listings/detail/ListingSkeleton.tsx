import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './ListingPage.module.css';

export function ListingSkeleton({ toolbar }: { toolbar?: ReactNode }) {
  const { t } = useTranslation('listings');
  return (
    <div className={styles.frame}>
      {toolbar}
      <div role="img" aria-label={t('detail.loading')}>
        <div className={styles.imageBlock} />
        <div className={`${styles.columns} ${styles.skeleton}`}>
          <div className={styles.blocks}>
            <div className={styles.block} />
            <div className={styles.block} />
            <div className={styles.block} />
            <div className={styles.block} />
            <div className={styles.block} />
          </div>
          <div className={`${styles.block} ${styles.sideBlock}`} />
        </div>
      </div>
    </div>
  );
}
