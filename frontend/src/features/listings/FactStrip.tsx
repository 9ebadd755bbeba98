import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';

/** Sizes and rooms between two hairlines. */
export function FactStrip({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  const { area, count } = useFormats();
  const facts = [
    [t('detail.area'), area(listing.areaSqm)],
    // A room is part of a larger place; anything else is its own total.
    ...(listing.unitType === 'ROOM' ? [[t('detail.totalArea'), area(listing.totalAreaSqm)]] : []),
    [t('detail.bedrooms'), count(listing.bedrooms)],
    [t('detail.bathrooms'), count(listing.bathrooms)],
    [t('detail.kitchens'), count(listing.kitchens)],
  ];
  return (
    <Box
      component="dl"
      aria-label={t('detail.facts')}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(auto-fit, minmax(92px, 1fr))' },
        gap: 2,
        my: 4,
        py: 2.5,
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      {facts.map(([label, value]) => (
        <Box
          key={label}
          sx={{ display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' }}
        >
          <Box component="dt" sx={{ typography: 'body2', color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ typography: 'h3', fontSize: '1.25rem', fontWeight: 700 }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
