import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ManagedListingResponse } from '../../../../api/generated';
import { useFormats } from '../../../../i18n/useFormats';
import { useAvailabilityText } from '../../useAvailabilityText';
import type { ListingManager } from '../managedListing';
import { ListingStatus } from './ListingStatus';
import { ListingTitle } from './ListingTitle';
import styles from './NarrowCells.module.css';
import { OpenApplications } from './OpenApplications';

type CellProps = { listing: ManagedListingResponse; reader: ListingManager };

/** The listing, with its facts in one line and the menu at its right. */
export function FactsCell({ listing, reader, menu }: CellProps & { menu: ReactNode }) {
  const { t } = useTranslation('listings');
  const { money } = useFormats();
  const availabilityText = useAvailabilityText();
  return (
    <div className={styles.head}>
      <div className={styles.texts}>
        <ListingTitle listing={listing} reader={reader} />
        <div className={styles.line}>
          <ListingStatus listing={listing} />
          <span>{money(listing.totalRent)}</span>
          <span>{t('available.label', { text: availabilityText(listing) })}</span>
        </div>
      </div>
      {menu}
    </div>
  );
}

/** The numbers of a listing with their nouns. */
export function ActivityCell({ listing, reader }: CellProps) {
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
