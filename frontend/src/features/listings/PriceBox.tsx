import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LandlordResponse, ListingResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import { Avatar } from '../../ui/Avatar';

type PriceBoxProps = { listing: ListingResponse; children: ReactNode };

/** What the place costs, what can be done about it, and who rents it out. */
export function PriceBox({ listing, children }: PriceBoxProps) {
  const { t } = useTranslation('listings');
  const { money } = useFormats();
  return (
    <Box
      component="aside"
      aria-label={t('detail.price')}
      sx={{
        p: 3,
        borderRadius: '20px',
        bgcolor: 'background.paper',
        boxShadow: 'var(--mui-palette-brand-liftShadow)',
      }}
    >
      <MonthlyRent amount={money(listing.totalRent)} />
      <Box component="dl" sx={{ mt: 2 }}>
        <Cost label={t('detail.basicRent')} amount={money(listing.basicRent)} />
        <Cost label={t('detail.ancillaryCost')} amount={money(listing.ancillaryCost)} />
        {listing.additionalCosts.map(({ description, cost }) => (
          <Cost key={`${description} ${cost}`} label={description} amount={money(cost)} />
        ))}
        <Cost label={t('detail.totalRent')} amount={money(listing.totalRent)} sum />
        <Cost label={t('detail.securityDeposit')} amount={money(listing.securityDeposit)} />
      </Box>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('detail.depositNote')}
      </Typography>
      {children}
      <Landlord landlord={listing.landlord} />
    </Box>
  );
}

export function MonthlyRent({ amount }: { amount: string }) {
  const { t } = useTranslation('listings');
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
      <Box component="span" sx={{ typography: 'h2', fontSize: { xs: '1.5rem', md: '2rem' } }}>
        {amount}
      </Box>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {t('card.perMonth')}
      </Box>
    </Box>
  );
}

function Cost({ label, amount, sum = false }: { label: string; amount: string; sum?: boolean }) {
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'space-between',
        gap: 2,
        py: 0.625,
        color: sum ? 'text.primary' : 'text.secondary',
        ...(sum && { mt: 0.75, pt: 1.25, fontWeight: 700, borderTop: 1, borderColor: 'divider' }),
      }}
    >
      <Box component="dt" sx={{ overflowWrap: 'anywhere' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ flex: 'none', fontVariantNumeric: 'tabular-nums' }}>
        {amount}
      </Box>
    </Box>
  );
}

function Landlord({ landlord: { firstName, lastName } }: { landlord: LandlordResponse }) {
  const { t } = useTranslation('listings');
  // The public is given only the first letter of the last name.
  const name = `${firstName} ${lastName}${lastName.length === 1 ? '.' : ''}`;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        mt: 2.5,
        pt: 2.5,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Avatar name={firstName} size={44} />
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('detail.landlord')}
        </Typography>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      </Box>
    </Box>
  );
}
