import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/useErrorText';
import { Notice } from '../Notice';
import styles from './ListResults.module.css';
import { useArrival } from './useArrival';
import type { List } from './useListParams';

type Answer<Row> = { payload: readonly Row[]; totalPages: number; totalSize: number };

/** What a query hook answers for a list. */
export type ListResult<Row> = {
  /** The last page that arrived. */
  data?: Answer<Row> | undefined;
  /** The page that is asked for, once it is there. */
  currentData?: Answer<Row> | undefined;
  error?: Parameters<ReturnType<typeof useErrorText>['failureText']>[0];
  isFetching: boolean;
  refetch: () => unknown;
};

type ListResultsProps<Row> = {
  list: List;
  result: ListResult<Row>;
  skeleton: ReactNode;
  /** Stands for no rows at all; that none fits the chosen filters is said here. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
};

/** The rows of a list, or what stands in their place: loading, failed, none. */
export function ListResults<Row>({ list, result, skeleton, empty, children }: ListResultsProps<Row>) {
  const { data, currentData, error, isFetching, refetch } = result;
  const { t } = useTranslation('lists');
  const { failureText } = useErrorText();
  const isPastEnd = useArrival(error || isFetching ? undefined : data?.totalPages, list);

  if (error && !isFetching) {
    return (
      <Notice
        alert
        title={failureText(error)}
        actions={
          <Button variant="contained" onClick={() => void refetch()}>
            {t('retry', { ns: 'shell' })}
          </Button>
        }
      />
    );
  }
  if (!data || isPastEnd) {
    return (
      <div role="img" aria-label={t('results.loading')}>
        {skeleton}
      </div>
    );
  }
  const isOutdated = data !== currentData;
  if (data.payload.length === 0 && !isOutdated) {
    return list.isNarrowed ? <NoMatch onShowAll={list.showAll} /> : empty;
  }
  return (
    <div className={styles.rows} aria-busy={isOutdated}>
      {children(data.payload)}
    </div>
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
