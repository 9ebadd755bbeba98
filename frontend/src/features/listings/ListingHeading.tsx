import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { Badge } from '../../ui/Badge';
import { Icon } from '../../ui/Icon';
import { listingStatusTones, unitTypeTones } from './tones';

export function ListingHeading({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  const { date } = useFormats();
  const { city, district } = listing.address;
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}>
        <Badge tone={unitTypeTones[listing.unitType]}>{t(`unitType.${listing.unitType}`)}</Badge>
        <Badge tone={listingStatusTones[listing.status]}>{t(`status.${listing.status}`)}</Badge>
        <Badge tone="gray">{t('card.updated', { date: date(listing.lastModified) })}</Badge>
        {listing.views !== null && <Badge tone="gray">{t('detail.views', { count: listing.views })}</Badge>}
      </Box>
      <Typography
        variant="h2"
        component="h1"
        sx={{ fontSize: { md: '2.25rem' }, overflowWrap: 'anywhere', textWrap: 'balance' }}
      >
        {listing.title}
      </Typography>
      <Typography sx={{ display: 'flex', alignItems: 'center', gap: 0.75, mt: 1, color: 'text.secondary' }}>
        <Icon name="place" size={18} />
        {district ? `${district}, ${city}` : city}
      </Typography>
    </>
  );
}
