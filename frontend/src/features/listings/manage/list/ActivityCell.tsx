import { useTranslation } from 'react-i18next';
import type { ManagedListingResponse } from '../../../../api/generated';
import { useFormats } from '../../../../i18n/useFormats';
import type { ListingManager } from '../listingManager';
import styles from './NarrowCells.module.css';
import { OpenApplications } from './OpenApplications';

type ActivityCellProps = { listing: ManagedListingResponse; reader: ListingManager };

/** The numbers of a listing with their nouns. */
export function ActivityCell({ listing, reader }: ActivityCellProps) {
  const { t } = useTranslation(['myListings', 'listings']);
  const { date } = useFormats();
  return (
    <div className={styles.line}>
      <OpenApplications listing={listing} reader={reader} inWords />
      <span>{t('recentViews', { count: listing.viewsLast30Days })}</span>
      {listing.favourites !== null && (
        <span>{t('listings:detail.favourites', { count: listing.favourites })}</span>
      )}
      <span>{t('created', { date: date(listing.dateCreated) })}</span>
    </div>
  );
}
