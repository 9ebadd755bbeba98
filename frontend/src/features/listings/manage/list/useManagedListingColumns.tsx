import { useTranslation } from 'react-i18next';
import type { ManagedListingResponse } from '../../../../api/generated';
import { useFormats } from '../../../../i18n/useFormats';
import cells from '../../../../ui/list/table/RecordCell.module.css';
import type { Column } from '../../../../ui/list/table/RecordTable';
import { useAvailabilityText } from '../../useAvailabilityText';
import type { ListingDialog, ListingManager } from '../listingManager';
import { ActivityCell } from './ActivityCell';
import { FactsCell } from './FactsCell';
import { ListingMenu } from './ListingMenu';
import { ListingStatus } from './ListingStatus';
import { ListingTitle } from './ListingTitle';
import { OpenApplications } from './OpenApplications';

type Columns = readonly Column<ManagedListingResponse>[];

/** The columns of a wide window, and those of a narrow one, which say the same in two cells. */
export function useManagedListingColumns(reader: ListingManager, onOpen: (dialog: ListingDialog) => void) {
  const { t } = useTranslation(['myListings', 'listings', 'lists']);
  const { count, date, money } = useFormats();
  const availabilityText = useAvailabilityText();
  const menu = (listing: ManagedListingResponse) => (
    <ListingMenu listing={listing} reader={reader} onOpen={onOpen} />
  );

  const wide: Columns = [
    { header: t('column.listing'), cell: (listing) => <ListingTitle listing={listing} reader={reader} /> },
    {
      header: t('column.status'),
      width: '7.5rem',
      cell: (listing) => <ListingStatus listing={listing} />,
    },
    {
      header: t('column.totalRent'),
      width: '7rem',
      cell: ({ totalRent }) => <span className={cells.nowrap}>{money(totalRent)}</span>,
    },
    { header: t('column.available'), width: '8.5rem', cell: availabilityText },
    { header: t('column.recentViews'), width: '6rem', cell: (listing) => count(listing.viewsLast30Days) },
    {
      header: t('column.openApplications'),
      width: '8rem',
      cell: (listing) => <OpenApplications listing={listing} reader={reader} />,
    },
    {
      header: t('column.favourites'),
      width: '6.5rem',
      cell: ({ favourites }) => favourites !== null && count(favourites),
    },
    {
      header: t('lists:sort.dateCreated'),
      width: '7.5rem',
      cell: ({ dateCreated }) => <span className={cells.date}>{date(dateCreated)}</span>,
    },
    { header: t('column.actions'), width: '5.5rem', cell: menu },
  ];
  const narrow: Columns = [
    {
      header: t('column.listing'),
      wide: true,
      cell: (listing) => <FactsCell listing={listing} reader={reader} menu={menu(listing)} />,
    },
    {
      header: t('column.activity'),
      wide: true,
      cell: (listing) => <ActivityCell listing={listing} reader={reader} />,
    },
  ];
  return { wide, narrow };
}
