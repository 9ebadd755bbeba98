import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { BusyButton } from '../button/BusyButton';
import { Notice } from '../notice/Notice';
import { RetryAlert } from '../notice/RetryAlert';
import styles from './ListResults.module.css';
import { DetachedRowNotices } from './table/RowNotice';
import { useClearRowNotices } from './table/rowNotices';
import { usePageClamp } from './params/usePageClamp';
import type { List } from './params/useListParams';

type Answer<Row> = { payload: readonly Row[]; totalPages: number; totalSize: number };

/** What a query hook returns for a list. */
export type ListResult<Row> = {
  /** The last page that arrived. */
  data?: Answer<Row> | undefined;
  /** The requested page, once it has arrived. */
  currentData?: Answer<Row> | undefined;
  error?: Failure;
  isFetching: boolean;
  refetch: () => unknown;
};

type ListResultsProps<Row extends { externalId: string }> = {
  list: List;
  result: ListResult<Row>;
  skeleton: ReactNode;
  /** Shown without any rows. `NoMatch` is shown if no row matches the filters. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/**
 * The rows of a list, or its state: loading, failed, empty. Rows stay if reading the same page
 * again fails.
 */
export function ListResults<Row extends { externalId: string }>(props: ListResultsProps<Row>) {
  const { list, result, skeleton, empty, children } = props;
  // The error stays during a retry, so that the pressed button does.
  const { data, currentData, error, isFetching } = result;
  const { t } = useTranslation('lists');
  const isPastEnd = usePageClamp(error || isFetching ? undefined : data?.totalPages, list);
  useClearRowNotices();
  const failed = { failure: error, busy: isFetching, onRetry: () => void result.refetch() };

  if (error && !currentData) return <Failed {...failed} />;
  if (!data || isPastEnd) {
    return (
      <div role="img" aria-label={t('results.loading')}>
        {skeleton}
      </div>
    );
  }
  const isOutdated = data !== currentData;
  const emptyState = list.isFiltered ? <NoMatch onShowAll={list.showAll} /> : empty;
  return (
    <>
      <Outdated {...failed} />
      <DetachedRowNotices rows={data.payload} />
      {data.payload.length === 0 && !isOutdated ? (
        emptyState
      ) : (
        <div className={styles.rows} aria-busy={isOutdated}>
          {children(data.payload)}
        </div>
      )}
    </>
  );
}

type FailedProps = {
  failure: Failure;
  /** Whether a retry is running. */
  busy: boolean;
  onRetry: () => void;
};

function Failed({ failure, busy, onRetry }: FailedProps) {
  const { t } = useTranslation();
  const { failureText } = useErrorText();
  return (
    <Notice
      alert
      title={failureText(failure)}
      actions={
        <BusyButton variant="contained" loading={busy} onClick={onRetry}>
          {t('retry')}
        </BusyButton>
      }
    />
  );
}

/** Says after a failure that the rows may be outdated. */
function Outdated({ failure, busy, onRetry }: FailedProps) {
  const { t } = useTranslation('lists');
  const { failureText } = useErrorText();
  if (!failure) return null;
  return (
    <RetryAlert
      text={t('results.outdated', { reason: failureText(failure) })}
      busy={busy}
      className={styles.outdated}
      onRetry={onRetry}
    />
  );
}

function NoMatch({ onShowAll }: { onShowAll: () => void }) {
  const { t } = useTranslation('lists');
  return (
    <Notice
      title={t('noMatch.title')}
      text={t('noMatch.text')}
      actions={
        <Button variant="outlined" onClick={onShowAll}>
          {t('filter.showAll')}
        </Button>
      }
    />
  );
}
