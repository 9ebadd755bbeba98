import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useGetGeneralStatsQuery, useGetMailStatsQuery, useGetTrendsQuery } from '../../api/endpoints';
import type { Failure } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import { usePageTitle } from '../../ui/brand/brand';
import { PageContainer } from '../../ui/layout/PageContainer';
import { TabbedPanel } from '../../ui/panel/TabbedPanel';
import { Counts } from './Counts';
import { MailStats } from './MailStats';
import styles from './StatsPage.module.css';
import { Trends } from './Trends';
import { TrendsSkeleton } from './TrendsSkeleton';

/** The current figures of the portal and their trends. */
export function StatsPage() {
  const { t } = useTranslation('stats');
  usePageTitle(t('title'));
  const always = { refetchOnMountOrArgChange: true };
  const general = useGetGeneralStatsQuery(undefined, always);
  const mails = useGetMailStatsQuery(undefined, always);
  const trends = useGetTrendsQuery(undefined, always);

  return (
    <PageContainer width="wide">
      <Typography variant="h2" component="h1" className={styles.heading}>
        {t('title')}
      </Typography>
      <TabbedPanel
        label={t('tabs')}
        tabs={[{ value: 'general', label: t('tab.general') }]}
        value="general"
        // There is one tab so far.
        onChange={() => undefined}
      >
        <div className={styles.panel}>
          {general.error && !general.isFetching ? (
            <StatsFailure failure={general.error} onRetry={() => void general.refetch()} />
          ) : (
            <Counts stats={general.data?.payload} />
          )}
          {mails.error && !mails.isFetching ? (
            <StatsFailure failure={mails.error} onRetry={() => void mails.refetch()} />
          ) : (
            <MailStats stats={mails.data?.payload} />
          )}
          {trends.error && !trends.isFetching ? (
            <StatsFailure failure={trends.error} onRetry={() => void trends.refetch()} />
          ) : trends.data ? (
            <Trends trends={trends.data.payload} />
          ) : (
            <TrendsSkeleton />
          )}
        </div>
      </TabbedPanel>
    </PageContainer>
  );
}

function StatsFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const { t } = useTranslation(['stats', 'shell']);
  const { failureText } = useErrorText();
  return (
    <div className={styles.failure}>
      <p role="alert">{t('error', { error: failureText(failure) })}</p>
      <Button variant="outlined" onClick={onRetry}>
        {t('shell:retry')}
      </Button>
    </div>
  );
}
