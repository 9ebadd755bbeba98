import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeListingStatusMutation } from '../../api/endpoints';
import type { ListingStatus, ListingSummaryResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { Badge } from '../../ui/Badge';
import { Dialog } from '../../ui/dialog/Dialog';
import { SelectField } from '../../ui/form/SelectField';
import { showToast } from '../../ui/toasts';
import { listingStatuses } from './listingStatuses';
import { listingStatusTones } from './tones';

type ChangeStatusDialogProps = { listing: ListingSummaryResponse; onClose: () => void };

export function ChangeStatusDialog({ listing, onClose }: ChangeStatusDialogProps) {
  const { t } = useTranslation(['myListings', 'listings', 'shell']);
  const { failureText } = useErrorText();
  const [chosen, setChosen] = useState<ListingStatus>('DRAFT');
  const [change, { isLoading }] = useChangeListingStatusMutation();

  const confirm = async () => {
    const { error } = await change({ id: listing.externalId, status: chosen });
    onClose();
    if (error) showToast(failureText(error));
  };

  return (
    <Dialog
      title={t('statusTitle')}
      busy={isLoading}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={isLoading} onClick={onClose}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button variant="contained" loading={isLoading} onClick={() => void confirm()}>
            {t('change')}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 2 }}>
        {listing.title} · {t('statusNow')}{' '}
        <Badge tone={listingStatusTones[listing.status]}>{t(`listings:status.${listing.status}`)}</Badge>
      </Typography>
      <SelectField
        label={t('statusLabel')}
        value={chosen}
        options={listingStatuses.map((status) => ({ value: status, label: t(`listings:status.${status}`) }))}
        onChange={setChosen}
      />
      <Typography variant="body2" aria-live="polite" sx={{ mt: 1, color: 'text.secondary' }}>
        {t(`statusHint.${chosen}`)}
      </Typography>
    </Dialog>
  );
}
