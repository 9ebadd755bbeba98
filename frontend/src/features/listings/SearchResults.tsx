import Button from '@mui/material/Button';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingPage } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { Notice } from '../../ui/Notice';
import { scrollToTop } from '../../ui/scrollToTop';
import { isFiltered } from './searchFilters';
import { ResultGrid } from './ResultGrid';
import styles from './SearchResults.module.css';
import { UnitTypeChips } from './UnitTypeChips';
import { useListingSearch } from './useListingSearch';
import { useSearchFilters } from './useSearchFilters';

const Pager = lazy(() => import('../../ui/Pager').then((module) => ({ default: module.Pager })));
const LooserSearches = lazy(() =>
  import('./LooserSearches').then((module) => ({ default: module.LooserSearches })),
);

export function SearchResults({ onListingIntent }: { onListingIntent: () => void }) {
  const { t } = useTranslation('listings');
  const { filters, changeFilters, goToPage, correctPage, reset } = useSearchFilters();
  const { data, error, isFetching, retry } = useListingSearch(filters);
  const { failureText } = useErrorText();
  useLastPage(isFetching ? undefined : data, filters.page, correctPage);

  const resetButton = isFiltered(filters) && (
    <button type="button" className={styles.reset} onClick={reset}>
      {t('search.reset')}
    </button>
  );

  return (
    <section className={styles.results} aria-labelledby="result-count">
      <div className={styles.top}>
        <div className={styles.count}>
          <h2 id="result-count" className={styles.heading} aria-live="polite">
            {error
              ? t('results.failed')
              : data
                ? t('results.count', { count: data.totalSize })
                : t('results.loading')}
          </h2>
          <p className={styles.order}>
            {t('results.order')}
            {resetButton}
          </p>
        </div>
        <UnitTypeChips chosen={filters.unitTypes} onChange={(unitTypes) => changeFilters({ unitTypes })} />
      </div>
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
        <Notice
          title={t('results.emptyTitle')}
          text={t('results.emptyText')}
          actions={
            isFiltered(filters) && (
              <>
                <Suspense>
                  <LooserSearches filters={filters} onChoose={changeFilters} />
                </Suspense>
                {resetButton}
              </>
            )
          }
        />
      ) : (
        <ResultGrid listings={data?.payload} busy={isFetching} onListingIntent={onListingIntent} />
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

/** They lie below all results, and one page of results has none. */
function Pages(props: { page: number; totalPages: number; onChange: (page: number) => void }) {
  if (props.totalPages <= 1) return null;
  return (
    <Suspense fallback={<div className={styles.pager} />}>
      <Pager {...props} />
    </Suspense>
  );
}

/** A page past the end (an old address, listings rented meanwhile) becomes the last one. */
function useLastPage(answer: ListingPage | undefined, page: number, correct: (page: number) => void) {
  const last =
    answer && answer.totalPages > 0 && page >= answer.totalPages ? answer.totalPages - 1 : undefined;
  useEffect(() => {
    if (last !== undefined) correct(last);
    // `correct` is new on every render and always does the same for the same address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [last]);
}
