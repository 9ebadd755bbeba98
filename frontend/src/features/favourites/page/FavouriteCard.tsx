import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../../api/generated';
import { Badge } from '../../../ui/badge/Badge';
import { ListingCard } from '../../listings/card/ListingCard';
import { listingStatusTones } from '../../listings/tones';
import { SimilarLink } from './SimilarLink';

/** A card that says whether the listing is still available. */
export function FavouriteCard({ listing }: { listing: ListingSummaryResponse }) {
  const { t } = useTranslation('listings');
  const { status, title, unitType, totalRent, address } = listing;
  if (status === 'AVAILABLE') return <ListingCard listing={listing} />;
  return (
    <ListingCard
      listing={listing}
      badges={<Badge tone={listingStatusTones[status]}>{t(`status.${status}`)}</Badge>}
      actions={<SimilarLink title={title} city={address.city} unitType={unitType} totalRent={totalRent} />}
    />
  );
}
