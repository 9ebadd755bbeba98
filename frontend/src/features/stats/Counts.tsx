import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { GeneralStatsResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import styles from './StatsPage.module.css';

/** The cards and their counts, in the order of the specification. */
const cards = [
  { noun: 'user', counts: ['total', 'active', 'landlords', 'students'] },
  { noun: 'listing', counts: ['total', 'available', 'rented', 'archived', 'draft', 'views'] },
  { noun: 'application', counts: ['total', 'approved', 'pending', 'rejected'] },
] as const;

/** `stats` is undefined while loading; the cards keep their size. */
export function Counts({ stats }: { stats: GeneralStatsResponse | undefined }) {
  return (
    <div className={styles.cards} aria-busy={!stats}>
      {cards.map(({ noun, counts }) => (
        <Card
          key={noun}
          noun={noun}
          counts={counts}
          values={stats && (stats[noun] as Readonly<Record<string, number>>)}
        />
      ))}
    </div>
  );
}

type CardProps = {
  noun: (typeof cards)[number]['noun'];
  counts: (typeof cards)[number]['counts'];
  values: Readonly<Record<string, number>> | undefined;
};

function Card({ noun, counts, values }: CardProps) {
  const { t } = useTranslation('stats');
  const { count } = useFormats();
  const id = useId();
  return (
    <section className={styles.surface} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t(`card.${noun}`)}
      </h2>
      <dl className={styles.counts}>
        {counts.map((name) => (
          <div key={name} className={styles.count}>
            <dt>{t(`count.${name}`)}</dt>
            <dd>{values ? count(values[name] ?? 0) : '…'}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
