import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ManagedListingResponse } from '../../../../api/generated';
import { paths } from '../../../../app/paths';
import cells from '../../../../ui/list/table/RecordCell.module.css';
import { placeName } from '../../../../ui/user/addressLines';
import { TakedownNotice } from '../../TakedownNotice';
import type { ListingManager } from '../listingManager';

type ListingTitleProps = { listing: ManagedListingResponse; reader: ListingManager };

/** What tells a listing from the others, and whether it was taken down. */
export function ListingTitle({ listing, reader }: ListingTitleProps) {
  const { t } = useTranslation(['myListings', 'listings']);
  const { externalId, title, unitType, address, landlord, takedownReason } = listing;
  return (
    <>
      <Link to={paths.listing.href(externalId)} className={cells.link}>
        {title}
      </Link>
      <p className={cells.muted}>
        {t(`listings:unitType.${unitType}`)} · {placeName(address)}
      </p>
      {reader === 'administrator' && (
        <p className={cells.muted}>{t('landlord', { name: `${landlord.firstName} ${landlord.lastName}` })}</p>
      )}
      {takedownReason !== null && <TakedownNotice reason={takedownReason} reader={reader} short />}
    </>
  );
}
