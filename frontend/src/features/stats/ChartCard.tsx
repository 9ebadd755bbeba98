import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './StatsPage.module.css';

type ChartCardProps = {
  title: string;
  /** The main result in words. */
  summary: string;
  columns: readonly [string, string];
  rows: readonly (readonly [string, string])[];
  /** The chart. */
  children: ReactNode;
};

/** A chart, or a table of the same data. Switching moves nothing else. */
export function ChartCard({ title, summary, columns, rows, children }: ChartCardProps) {
  const { t } = useTranslation('stats');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={styles.surface} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={styles.summary}>{summary}</p>
      {asTable ? (
        // Focusable, because it scrolls.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles.chart} role="region" aria-label={t('table', { title })} tabIndex={0}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{columns[0]}</th>
                <th scope="col">{columns[1]}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className={styles.chart} aria-hidden>
          {children}
        </div>
      )}
      <button
        type="button"
        className={styles.toggle}
        aria-label={t(asTable ? 'asChartNamed' : 'asTableNamed', { title })}
        onClick={() => setAsTable(!asTable)}
      >
        {t(asTable ? 'asChart' : 'asTable')}
      </button>
    </section>
  );
}
