import Box from '@mui/material/Box';
import type { ListingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { ApplyButton } from './ApplyAction';
import { MonthlyRent } from './PriceBox';

/** On a phone the rent and the button stay in reach, above the bottom bar, however far one reads. */
export function ApplyBar({ listing }: { listing: ListingResponse }) {
  const { money } = useFormats();
  return (
    <Box
      sx={{
        position: 'sticky',
        zIndex: 8,
        bottom: 'calc(var(--bottom-bar-height) + env(safe-area-inset-bottom) + 8px)',
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        alignItems: 'center',
        gap: 2,
        mx: 1.5,
        mt: 3,
        py: 1,
        pl: 2,
        pr: 1,
        borderRadius: '20px',
        bgcolor: 'background.paper',
        boxShadow: 'var(--mui-palette-brand-liftShadow)',
      }}
    >
      <MonthlyRent amount={money(listing.totalRent)} />
      <ApplyButton listing={listing} />
    </Box>
  );
}
