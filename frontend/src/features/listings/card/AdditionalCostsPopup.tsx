import Box from '@mui/material/Box';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AdditionalCostResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Mui } from '../../../theme/Mui';

type AdditionalCostsPopupProps = {
  anchor: HTMLElement;
  costs: readonly AdditionalCostResponse[];
  onClose: () => void;
};

export function AdditionalCostsPopup({ anchor, costs, onClose }: AdditionalCostsPopupProps) {
  const { t } = useTranslation('listings');
  const { money } = useFormats();
  return (
    <Mui>
      <Popover
        open
        anchorEl={anchor}
        onClose={onClose}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('card.additionalCosts'),
            tabIndex: -1,
            sx: { mt: 0.5, p: 2, minWidth: 240, maxWidth: 340, borderRadius: '16px' },
          },
        }}
      >
        <Typography variant="h3" component="p">
          {t('card.additionalCosts')}
        </Typography>
        <Box
          component="dl"
          sx={{ display: 'grid', gridTemplateColumns: '1fr auto', gap: 1, columnGap: 3, mt: 1.5 }}
        >
          {costs.map(({ description, cost }) => (
            <Box key={`${description} ${cost}`} sx={{ display: 'contents' }}>
              <Box component="dt" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {description}
              </Box>
              <Box
                component="dd"
                sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', textAlign: 'right' }}
              >
                {money(cost)}
              </Box>
            </Box>
          ))}
        </Box>
      </Popover>
    </Mui>
  );
}
