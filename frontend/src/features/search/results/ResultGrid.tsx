import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../../api/generated';
import { fromResults, useIsFirstSearch } from '../../../ui/list/lastResults';
import { whenIdle } from '../../../ui/lazy/whenIdle';
import { CardSkeleton } from '../../listings/card/CardSkeleton';
import { ListingCard } from '../../listings/card/ListingCard';
import styles from './SearchResults.module.css';

/** The number of cards in a row by width, as in SearchResults.module.css. */
const rows = [
  ['(min-width: 1280px)', 4],
  ['(min-width: 1024px)', 3],
  ['(min-width: 600px)', 2],
] as const;
/** The images of the first row load eagerly, all others lazily. */
const readCardsPerRow = () => rows.find(([query]) => window.matchMedia(query).matches)?.[1] ?? 1;
/** A step is a short task on a slow phone. */
const cardsPerStep = 3;
/** Cards that are shown do not render again with the next step. */
const ResultCard = memo(ListingCard);
const skeletonKeys = Array.from({ length: 12 }, (_, index) => index);

type ResultGridProps = {
  /** Undefined before the first response. */
  listings: readonly ListingSummaryResponse[] | undefined;
  busy: boolean;
  /** The URL of the results, for links back to them. */
  resultsUrl: string;
  onListingIntent: () => void;
};

/** Memoized, so that equal cards do not render again during a request. */
export const ResultGrid = memo(function ResultGrid({
  listings,
  busy,
  resultsUrl,
  onListingIntent,
}: ResultGridProps) {
  const { t } = useTranslation('listings');
  // Read once: only the first render needs it.
  const [cardsPerRow] = useState(readCardsPerRow);
  const isStaged = useIsStaged(listings !== undefined);
  const shownCards = useShownCards(listings, isStaged ? cardsPerRow + 1 : Number.POSITIVE_INFINITY);
  const linkState = useMemo(() => fromResults(resultsUrl), [resultsUrl]);
  if (!listings) {
    return (
      <div className={styles.grid} role="img" aria-label={t('results.loading')}>
        {skeletonKeys.map((key) => (
          <CardSkeleton key={key} />
        ))}
      </div>
    );
  }
  return (
    <ul
      className={styles.grid}
      aria-busy={busy}
      onPointerEnter={onListingIntent}
      onTouchStart={onListingIntent}
      onFocus={onListingIntent}
    >
      {listings.map((listing, index) => (
        <li
          key={listing.externalId}
          className={isStaged && index >= cardsPerRow ? styles.belowFirstRow : undefined}
        >
          {index < shownCards ? (
            <ResultCard listing={listing} linkState={linkState} eager={index < cardsPerRow} />
          ) : (
            <CardSkeleton />
          )}
        </li>
      ))}
    </ul>
  );
});

/**
 * Whether the cards below the first row may follow later: those of the first page, until it is
 * scrolled. After Back the page needs its full height at once, to restore the scroll position, which
 * was one of cards with their full heights, too.
 */
function useIsStaged(hasListings: boolean): boolean {
  const isFirstSearch = useIsFirstSearch();
  const [isStaged, setStaged] = useState(hasListings && isFirstSearch);
  useEffect(() => {
    if (!isStaged) return;
    const end = () => setStaged(false);
    window.addEventListener('scroll', end, { once: true, passive: true });
    return () => window.removeEventListener('scroll', end);
  }, [isStaged]);
  return isStaged;
}

/**
 * The number of cards to render. Cards that came with the page and are below the first row follow
 * when the page is idle, a few at a time, so that the first row shows and the page responds sooner.
 */
function useShownCards(listings: readonly unknown[] | undefined, firstCards: number): number {
  const [shown, setShown] = useState(firstCards);
  const total = listings?.length ?? 0;
  useEffect(() => {
    if (shown === Number.POSITIVE_INFINITY) return;
    const next = shown + cardsPerStep;
    return whenIdle(() => startTransition(() => setShown(next < total ? next : Number.POSITIVE_INFINITY)));
  }, [shown, total]);
  return shown;
}
