import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { SearchPage } from '../../../api/generatedStart';
import { useErrorText } from '../../../i18n/useErrorText';
import { Button } from '../../../ui/Button';
import { resultsShown } from '../../../ui/lastResults';
import { Notice } from '../../../ui/Notice';
import { scrollToTop } from '../../../ui/scrollToTop';
import { isFiltered, type SearchFilters } from './searchFilters';
import { ResultGrid } from './ResultGrid';
import { ResultsHead } from './ResultsHead';
import styles from './SearchResults.module.css';
import { resultsHeadingId } from './showResults';
import { useFacets } from './useFacets';
import { useListingSearch } from './useListingSearch';
import { useSearchFilters } from './useSearchFilters';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block, optional } from '../../../ui/lazy/PartFailure';

const Pager = lazyPart(() => import('../../../ui/Pager').then((module) => module.Pager), {
  ...block,
  loading: <div className={styles.pager} />,
});
const LooserSearches = lazyPart(
  () => import('./LooserSearches').then((module) => module.LooserSearches),
  optional,
);

export function SearchResults({ onListingIntent }: { onListingIntent: () => void }) {
  const { t } = useTranslation('listings');
  const { filters, address, changeFilters, goToPage, correctPage, reset } = useSearchFilters();
  const { data, error, isFetching, retry } = useListingSearch(filters);
  const { failureText } = useErrorText();
  const facets = useFacets(filters, data !== undefined && !isFetching);
  const dispatch = useDispatch();
  useEffect(() => void dispatch(resultsShown(address)), [dispatch, address]);
  useLastPage(isFetching ? undefined : data, filters.page, correctPage);

  const found = data ? t('results.count', { count: data.totalSize }) : t('results.loading');
  const title = error ? t('results.failed') : found;
  const resetButton = isFiltered(filters) && (
    <button type="button" className={styles.reset} onClick={reset}>
      {t('search.reset')}
    </button>
  );

  return (
    <section className={styles.results} aria-labelledby={resultsHeadingId}>
      <ResultsHead
        title={title}
        titleId={resultsHeadingId}
        filters={filters}
        onChange={changeFilters}
        facets={facets}
      >
        {resetButton}
      </ResultsHead>
      {error ? (
        <Notice
          alert
          title={failureText(error)}
          actions={
            <Button variant="contained" onClick={retry}>
              {t('retry', { ns: 'shell' })}
            </Button>
          }
        />
      ) : data?.totalSize === 0 ? (
        <NothingFound filters={filters} onChoose={changeFilters}>
          {resetButton}
        </NothingFound>
      ) : (
        <ResultGrid
          listings={data?.payload}
          busy={isFetching}
          results={address}
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

type NothingFoundProps = {
  filters: SearchFilters;
  onChoose: (filters: SearchFilters) => void;
  children: ReactNode;
};

/** Offers what would find something, if there is anything to let go of. */
function NothingFound({ filters, onChoose, children }: NothingFoundProps) {
  const { t } = useTranslation('listings');
  return (
    <Notice
      title={t('results.emptyTitle')}
      text={t('results.emptyText')}
      actions={
        isFiltered(filters) && (
          <>
            <LooserSearches filters={filters} onChoose={onChoose} />
            {children}
          </>
        )
      }
    />
  );
}

/** They lie below all results, and one page of results has none. */
function Pages(props: { page: number; totalPages: number; onChange: (page: number) => void }) {
  if (props.totalPages <= 1) return null;
  return <Pager {...props} />;
}

/** A page past the end (an old address, listings rented meanwhile) becomes the last one. */
function useLastPage(answer: SearchPage | undefined, page: number, correct: (page: number) => void) {
  const last =
    answer && answer.totalPages > 0 && page >= answer.totalPages ? answer.totalPages - 1 : undefined;
  useEffect(() => {
    if (last !== undefined) correct(last);
    // `correct` is new on every render and always does the same for the same address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last]);
}
