import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useGetGeneralStatsQuery, useGetMailStatsQuery, useGetTrendsQuery } from '../../api/endpoints';
import type { Failure } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import { usePageTitle } from '../../ui/brand/brand';
import { BusyButton } from '../../ui/button/BusyButton';
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
          {general.error ? (
            <StatsFailure failure={general.error} result={general} />
          ) : (
            <Counts stats={general.data?.payload} />
          )}
          {mails.error ? (
            <StatsFailure failure={mails.error} result={mails} />
          ) : (
            <MailStats stats={mails.data?.payload} />
          )}
          {trends.error ? (
            <StatsFailure failure={trends.error} result={trends} />
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

type StatsFailureProps = { failure: Failure; result: { isFetching: boolean; refetch: () => unknown } };

function StatsFailure({ failure, result }: StatsFailureProps) {
  const { t } = useTranslation(['stats', 'shell']);
  const { failureText } = useErrorText();
  return (
    <div className={styles.failure}>
      <p role="alert">{t('error', { error: failureText(failure) })}</p>
      <BusyButton variant="outlined" loading={result.isFetching} onClick={() => void result.refetch()}>
        {t('shell:retry')}
      </BusyButton>
    </div>
  );
}
