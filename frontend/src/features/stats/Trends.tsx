import { useTranslation } from 'react-i18next';
import type { ListingStatus, TrendsResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import type { Tone } from '../../theme/palette';
import type { Bar } from './StatsBarChart';
import { ChartCard } from './ChartCard';
import { DecisionTimes } from './DecisionTimes';
import styles from './StatsPage.module.css';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { block } from '../../ui/lazy/PartFailure';

/** The chart library is most of this page, and no other page uses it. */
const StatsBarChart = lazyPart(() => import('./StatsBarChart').then((module) => module.StatsBarChart), block);

const weekly = ['registrations', 'listings', 'applications'] as const;

/** The colours of the status badges. */
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
  const maximum = Math.max(0, ...values);
  const now = values.at(-1) ?? 0;
  const bars: Bar[] = weeks.map((week, index) => ({
    name: t('weekOf', { day: day(week.start) }),
    tick: shortDay(week.start),
    value: week[noun],
    // Highlights the current week, which is incomplete.
    color: index === weeks.length - 1 ? currentWeekColor : barColor,
  }));
  return (
    <ChartCard
      title={t(`week.${noun}`)}
      summary={t('week.summary', {
        now: count(now),
        weeks: count(weeks.length),
        sum: count(sum),
        most: count(maximum),
      })}
      columns={[t('week.column'), t('week.number')]}
      // The current week first.
      rows={weeks
        .map((week) => [t('weekOf', { day: day(week.start) }), count(week[noun])] as const)
        .toReversed()}
    >
      <StatsBarChart bars={bars} series={t('week.number')} height={chartHeight} />
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
      <StatsBarChart bars={bars} series={t('byStatusNumber')} height={chartHeight} horizontal />
    </ChartCard>
  );
}

const chartHeight = 220;
const barColor = 'var(--mui-palette-primary-main)';
const currentWeekColor = 'var(--mui-palette-secondary-main)';
