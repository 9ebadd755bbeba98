import type { ManagedListingResponse } from '../../../api/generated';
import { TableSkeleton } from '../../../ui/list/table/TableSkeleton';
import { CardSkeleton } from '../card/CardSkeleton';
import { ManagedListingTable } from './list/ManagedListingTable';
import type { ListingDialog, ListingManager } from './listingManager';
import { ManagedListingCard } from './ManagedListingCard';
import styles from './MyListingsPage.module.css';
import type { ListingsView } from './useListingsView';

type ManagedListingsProps = {
  view: ListingsView;
  /** For screen readers. */
  caption: string;
  listings: readonly ManagedListingResponse[];
  reader: ListingManager;
  onOpen: (dialog: ListingDialog) => void;
};

/** The listings of a page as cards or as a compact list. */
export function ManagedListings({ view, caption, listings, reader, onOpen }: ManagedListingsProps) {
  if (view === 'list') {
    return <ManagedListingTable caption={caption} listings={listings} reader={reader} onOpen={onOpen} />;
  }
  return (
    <ul className={styles.grid}>
      {listings.map((listing) => (
        <li key={listing.externalId}>
          <ManagedListingCard listing={listing} reader={reader} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

type ManagedListingsSkeletonProps = { view: ListingsView; cards: number };

/** About as high as a full page. */
export function ManagedListingsSkeleton({ view, cards }: ManagedListingsSkeletonProps) {
  if (view === 'list') return <TableSkeleton />;
  return (
    <div className={styles.grid}>
      {Array.from({ length: cards }, (_, index) => (
        <CardSkeleton key={index} />
      ))}
    </div>
  );
}
