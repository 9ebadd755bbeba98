import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { HoursToDecisionResponse } from '../../api/generated';
import styles from './StatsPage.module.css';
import { useDuration } from './useDuration';

const reviewers = ['administrator', 'landlord'] as const;

/** How long applications wait. A table suits four numbers better than a chart. */
export function DecisionTimes({ hours }: { hours: HoursToDecisionResponse }) {
  const { t } = useTranslation('stats');
  const duration = useDuration();
  const id = useId();
  const format = (value: number | null) => (value === null ? t('time.none') : duration(value));
  return (
    <section className={styles.surface} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('time.title')}
      </h2>
      <p className={styles.summary}>{t('time.text')}</p>
      <table className={styles.times}>
        <thead>
          <tr>
            <th scope="col">{t('time.who')}</th>
            <th scope="col">{t('time.median')}</th>
            <th scope="col">{t('time.p90')}</th>
          </tr>
        </thead>
        <tbody>
          {reviewers.map((reviewer) => (
            <tr key={reviewer}>
              <th scope="row">{t(`time.${reviewer}`)}</th>
              <td>{format(hours[reviewer].median)}</td>
              <td>{format(hours[reviewer].p90)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
