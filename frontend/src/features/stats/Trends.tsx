import { useTranslation } from 'react-i18next';
import type { ListingStatus, TrendsResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import type { Tone } from '../../theme/palette';
import type { Bar } from './BarPicture';
import { ChartCard } from './ChartCard';
import { DecisionTimes } from './DecisionTimes';
import styles from './StatsPage.module.css';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { block } from '../../ui/lazy/PartFailure';

/** The charts' library is most of this page, and only this page has it. */
const BarPicture = lazyPart(() => import('./BarPicture').then((module) => module.BarPicture), block);

const weekly = ['registrations', 'listings', 'applications'] as const;

/** In the colours that the statuses have everywhere. */
const statusTones: Record<ListingStatus, Tone> = {
  AVAILABLE: 'green',
  RENTED: 'red',
  DRAFT: 'yellow',
  ARCHIVED: 'gray',
};
const statuses = Object.keys(statusTones) as ListingStatus[];

export function Trends({ trends }: { trends: TrendsResponse }) {
  return (
    <>
      <div className={styles.weekly}>
        {weekly.map((noun) => (
          <Weekly key={noun} noun={noun} weeks={trends.weeks} />
        ))}
      </div>
      <div className={styles.others}>
        <ByStatus counts={trends.listingsByStatus} />
        <DecisionTimes hours={trends.hoursToDecision} />
      </div>
    </>
  );
}

type WeeklyProps = { noun: (typeof weekly)[number]; weeks: TrendsResponse['weeks'] };

function Weekly({ noun, weeks }: WeeklyProps) {
  const { t } = useTranslation('stats');
  const { count, day, shortDay } = useFormats();
  const values = weeks.map((week) => week[noun]);
  const sum = values.reduce((total, value) => total + value, 0);
  const most = Math.max(0, ...values);
  const now = values.at(-1) ?? 0;
  const bars: Bar[] = weeks.map((week, index) => ({
    name: t('weekOf', { day: day(week.start) }),
    tick: shortDay(week.start),
    value: week[noun],
    // The present week is not over: the lit window among the others.
    color: index === weeks.length - 1 ? lit : plain,
  }));
  return (
    <ChartCard
      title={t(`week.${noun}`)}
      summary={t('week.summary', {
        now: count(now),
        weeks: count(weeks.length),
        sum: count(sum),
        most: count(most),
      })}
      columns={[t('week.column'), t('week.number')]}
      // A table is read from its top, where the present week is.
      rows={weeks
        .map((week) => [t('weekOf', { day: day(week.start) }), count(week[noun])] as const)
        .toReversed()}
    >
      <BarPicture bars={bars} series={t('week.number')} height={chartHeight} />
    </ChartCard>
  );
}

function ByStatus({ counts }: { counts: TrendsResponse['listingsByStatus'] }) {
  const { t } = useTranslation(['stats', 'listings']);
  const { count } = useFormats();
  const nameOf = (status: ListingStatus) => t(`listings:status.${status}`);
  const bars: Bar[] = statuses.map((status) => ({
    name: nameOf(status),
    tick: nameOf(status),
    value: counts[status],
    color: `var(--mui-palette-tone-${statusTones[status]}-text)`,
  }));
  return (
    <ChartCard
      title={t('byStatus')}
      summary={statuses.map((status) => `${nameOf(status)}: ${count(counts[status])}`).join(' · ')}
      columns={[t('status'), t('byStatusNumber')]}
      rows={statuses.map((status) => [nameOf(status), count(counts[status])])}
    >
      <BarPicture bars={bars} series={t('byStatusNumber')} height={chartHeight} lying />
    </ChartCard>
  );
}

const chartHeight = 220;
const plain = 'var(--mui-palette-primary-main)';
const lit = 'var(--mui-palette-secondary-main)';
