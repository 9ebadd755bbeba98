import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../../api/generated';
import { fromResults, useLastResults } from '../../../ui/lastResults';
import { whenIdle } from '../../../ui/whenIdle';
import { CardSkeleton } from '../CardSkeleton';
import { ListingCard } from '../ListingCard';
import styles from './SearchResults.module.css';

/** How many cards a row has from which width on, as SearchResults.module.css lays them out. */
const rows = [
  ['(min-width: 1280px)', 4],
  ['(min-width: 1024px)', 3],
  ['(min-width: 600px)', 2],
] as const;
/** The first row is on screen at once: its pictures come before all others, which wait until they are near. */
const cardsInRow = () => rows.find(([query]) => window.matchMedia(query).matches)?.[1] ?? 1;
const skeletons = Array.from({ length: 12 }, (_, index) => index);

type ResultGridProps = {
  /** Undefined before the first answer. */
  listings: readonly ListingSummaryResponse[] | undefined;
  busy: boolean;
  /** Where the results are, for the way back to them. */
  results: string;
  onListingIntent: () => void;
};

/** Cards that stay the same are not drawn again while others are on their way. */
export const ResultGrid = memo(function ResultGrid({
  listings,
  busy,
  results,
  onListingIntent,
}: ResultGridProps) {
  const { t } = useTranslation('listings');
  // Only what is drawn first must not wait: another width later changes nothing.
  const [inRow] = useState(cardsInRow);
  const areAllDrawn = useIdleCards(listings !== undefined);
  const linkState = useMemo(() => fromResults(results), [results]);
  if (!listings) {
    return (
      <div className={styles.grid} role="img" aria-label={t('results.loading')}>
        {skeletons.map((index) => (
          <CardSkeleton key={index} />
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
        <li key={listing.externalId}>
          {areAllDrawn || index <= inRow ? (
            <ListingCard listing={listing} linkState={linkState} eager={index < inRow} />
          ) : (
            <CardSkeleton />
          )}
        </li>
      ))}
    </ul>
  );
});

/**
 * Whether the cards below the first row are drawn, too. Those that came with the page wait until it is idle, so that the
 * first row is on screen and the page can be used sooner; others are drawn bit by bit as they arrive.
 */
function useIdleCards(areThere: boolean): boolean {
  // A reader who comes back must find the cards as high as they were left.
  const isFirstSearch = useLastResults() === null;
  const [areAllDrawn, setAllDrawn] = useState(!areThere || !isFirstSearch);
  useEffect(() => {
    if (areAllDrawn) return;
    return whenIdle(() => startTransition(() => setAllDrawn(true)));
  }, [areAllDrawn]);
  return areAllDrawn;
}
