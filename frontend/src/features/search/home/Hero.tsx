import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { screenSources } from '../../../api/images';
import styles from './Hero.module.css';
import { Skyline } from './Skyline';

/** Shows the operator's image, or the drawn skyline without one. */
export function Hero({ image, children }: { image: string | null; children: ReactNode }) {
  const { t } = useTranslation('listings');
  return (
    <section className={styles.hero}>
      <div className={styles.panel}>
        {image ? (
          <>
            <img
              {...screenSources(image)}
              sizes="(min-width: 1536px) 1536px, 100vw"
              className={styles.image}
              alt=""
              fetchPriority="high"
            />
            <div className={styles.shade} />
          </>
        ) : (
          <Skyline className={styles.skyline} />
        )}
        <div className={styles.content}>
          <h1 className={styles.heading}>{t('hero.title')}</h1>
          <p className={styles.text}>{t('hero.text')}</p>
        </div>
      </div>
      <div className={styles.search}>{children}</div>
    </section>
  );
}
