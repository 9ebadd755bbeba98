import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListingResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { DecisionBadge } from '../../ui/DecisionBadge';

/** A student applies once, while the place is free. */
export const isOpenToApply = (listing: ListingResponse): boolean =>
  listing.application === null && listing.status !== 'RENTED';

/** What a student may do here, or has done. A visitor is asked to log in on the way. */
export function ApplyAction({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  if (listing.application) {
    const { status } = listing.application;
    return (
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1, mt: 3 }}>
        {t('detail.yourApplication')}
        <DecisionBadge decision={status} />
      </Box>
    );
  }
  if (!isOpenToApply(listing)) return <Typography sx={{ mt: 3 }}>{t('detail.rented')}</Typography>;
  return (
    <Box sx={{ mt: 3 }}>
      <ApplyButton listing={listing} />
      <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.25 }}>
        {t('detail.applyHint')}
      </Typography>
    </Box>
  );
}

export function ApplyButton({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  return (
    <Button
      component={Link}
      to={paths.apply.href(listing.externalId)}
      variant="contained"
      size="large"
      fullWidth
    >
      {t('detail.apply')}
    </Button>
  );
}
