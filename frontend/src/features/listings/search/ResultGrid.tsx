import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../../api/generated';
import { CardSkeleton } from '../CardSkeleton';
import { ListingCard } from '../ListingCard';
import styles from './SearchResults.module.css';

/**
 * The first row of the widest grid is on screen at once: its pictures do not wait.
 * The very first comes before them, because a phone shows no other.
 */
const eagerCards = 4;
const skeletons = Array.from({ length: 12 }, (_, index) => index);

type ResultGridProps = {
  /** Undefined before the first answer. */
  listings: readonly ListingSummaryResponse[] | undefined;
  busy: boolean;
  onListingIntent: () => void;
};

/** Cards that stay the same are not drawn again while others are on their way. */
export const ResultGrid = memo(function ResultGrid({ listings, busy, onListingIntent }: ResultGridProps) {
  const { t } = useTranslation('listings');
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
          <ListingCard listing={listing} eager={index < eagerCards} first={index === 0} />
        </li>
      ))}
    </ul>
  );
});
