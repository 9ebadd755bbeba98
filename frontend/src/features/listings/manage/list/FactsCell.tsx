import type { ReactNode } from 'react';
import type { ManagedListingResponse } from '../../../../api/generated';
import { useFormats } from '../../../../i18n/useFormats';
import { useAvailabilityText } from '../../useAvailabilityText';
import type { ListingManager } from '../listingManager';
import { ListingStatus } from './ListingStatus';
import { ListingTitle } from './ListingTitle';
import styles from './NarrowCells.module.css';

type FactsCellProps = { listing: ManagedListingResponse; reader: ListingManager; menu: ReactNode };

/** The listing, with its facts in one line and the menu at its right. */
export function FactsCell({ listing, reader, menu }: FactsCellProps) {
  const { money } = useFormats();
  const available = useAvailabilityText('detail.')(listing);
  return (
    <div className={styles.head}>
      <div className={styles.texts}>
        <ListingTitle listing={listing} reader={reader} />
        <div className={styles.line}>
          <ListingStatus listing={listing} />
          <span>{money(listing.totalRent)}</span>
          {available && <span>{available}</span>}
        </div>
      </div>
      {menu}
    </div>
  );
}
