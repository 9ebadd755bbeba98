import { useTranslation } from 'react-i18next';
import type { ManagedListingResponse } from '../../../../api/generated';
import { StatusLabel } from '../../../../ui/badge/StatusLabel';
import { listingStatusTones } from '../../tones';

export function ListingStatus({ listing: { status } }: { listing: ManagedListingResponse }) {
  const { t } = useTranslation('listings');
  return <StatusLabel tone={listingStatusTones[status]}>{t(`status.${status}`)}</StatusLabel>;
}
