import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import type { Amenity } from '../../api/generated';
import { Icon } from '../../ui/Icon';

const mostShown = 12;

export function AmenityList({ amenities }: { amenities: readonly Amenity[] }) {
  const { t } = useTranslation('listings');
  return (
    <Box
      component="ul"
      sx={{
        m: 0,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(3, minmax(0, 1fr))' },
        gap: 1.25,
      }}
    >
      {amenities.slice(0, mostShown).map((amenity) => (
        <Box component="li" key={amenity} sx={{ display: 'flex', gap: 1, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'primary.main', pt: '2px' }}>
            <Icon name="check" size={18} />
          </Box>
          {t(`amenity.${amenity}`)}
        </Box>
      ))}
    </Box>
  );
}
