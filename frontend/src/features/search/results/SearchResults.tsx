import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SearchPage } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { Button } from '../../../ui/button/Button';
import { resultsShown } from '../../../ui/list/lastResults';
import { Notice } from '../../../ui/notice/Notice';
import { scrollToTop } from '../../../ui/pager/scrollToTop';
import { isFiltered, type SearchFilters } from '../searchFilters';
import { ResultGrid } from './ResultGrid';
import { ResultsHeader } from './ResultsHeader';
import styles from './SearchResults.module.css';
import { afterFocus, resultsHeadingId } from './scrollToResults';
import { useFacets } from '../facets/useFacets';
import { useListingSearch } from './useListingSearch';
import { useSearchFilters } from '../useSearchFilters';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block, optional } from '../../../ui/lazy/PartFailure';

const Pager = lazyPart(() => import('../../../ui/pager/Pager').then((module) => module.Pager), {
  ...block,
  loading: <div className={styles.pager} />,
});
const RelaxedSearches = lazyPart(
  () => import('../relaxed/RelaxedSearches').then((module) => module.RelaxedSearches),
  optional,
);

export type SearchResultsProps = {
  /** Called when the user is about to open a listing. */
  onListingIntent: () => void;
  /** The button that saves the search; `isEmpty`: in the place of results. Nothing for landlords. */
  renderSaveSearch: (props: { isEmpty: boolean; className: string | undefined }) => ReactNode;
};

export function SearchResults({ onListingIntent, renderSaveSearch }: SearchResultsProps) {
  const { t } = useTranslation('listings');
  const { filters, url, changeFilters, goToPage, correctPage, reset } = useSearchFilters();
  const { data, error, isFetching, retry } = useListingSearch(filters);
  const { failureText } = useErrorText();
  const facets = useFacets(filters, isFetching ? undefined : data);
  const dispatch = useDispatch();
  useEffect(() => void dispatch(resultsShown(url)), [dispatch, url]);
  useLastPage(isFetching ? undefined : data, filters.page, correctPage);

  const countText = data ? t('results.count', { count: data.totalSize }) : t('results.loading');
  const title = error ? t('results.failed') : countText;
  const filterActions = (isEmpty: boolean) =>
    isFiltered(filters) && (
      <>
        <button type="button" className={styles.reset} onClick={afterFocus(reset)}>
          {t('search.reset')}
        </button>
        {renderSaveSearch({ isEmpty, className: styles.save })}
      </>
    );

  return (
    <section className={styles.results} aria-labelledby={resultsHeadingId}>
      <ResultsHeader
        title={title}
        titleId={resultsHeadingId}
        filters={filters}
        onChange={changeFilters}
        facets={facets}
      >
        {filterActions(false)}
      </ResultsHeader>
      {error ? (
        <Notice
          alert
          title={failureText(error)}
          actions={
            <Button variant="contained" onClick={afterFocus(retry)}>
              {t('retry', { ns: 'shell' })}
            </Button>
          }
        />
      ) : data?.totalSize === 0 ? (
        <NoResults filters={filters} onChoose={afterFocus(changeFilters)}>
          {filterActions(true)}
        </NoResults>
      ) : (
        <ResultGrid
          listings={data?.payload}
          busy={isFetching}
          resultsUrl={url}
          onListingIntent={onListingIntent}
        />
      )}
      {data && !error && (
        <Pages
          page={filters.page}
          totalPages={data.totalPages}
          onChange={(page) => {
            goToPage(page);
            scrollToTop();
          }}
        />
      )}
    </section>
  );
}

type NoResultsProps = {
  filters: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
  children: ReactNode;
};

/** Offers relaxed searches if there are filters. */
function NoResults({ filters, onChoose, children }: NoResultsProps) {
  const { t } = useTranslation('listings');
  return (
    <Notice
      title={t('results.emptyTitle')}
      text={t('results.emptyText')}
      actions={
        isFiltered(filters) && (
          <>
            <RelaxedSearches filters={filters} onChoose={onChoose} />
            {children}
          </>
        )
      }
    />
  );
}

/** Nothing for a single page. */
function Pages(props: { page: number; totalPages: number; onChange: (page: number) => void }) {
  if (props.totalPages <= 1) return null;
  return <Pager {...props} />;
}

/** Corrects a page past the end, as of an old link, to the last one. */
function useLastPage(data: SearchPage | undefined, page: number, correct: (page: number) => void) {
  const last = data && data.totalPages > 0 && page >= data.totalPages ? data.totalPages - 1 : undefined;
  useEffect(() => {
    if (last !== undefined) correct(last);
    // `correct` is a new function on every render, with the same effect for the same URL.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last]);
}
