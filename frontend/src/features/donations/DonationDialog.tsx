import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useRequestDonationMutation } from '../../api/endpoints';
import type { LandlordResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import space from '../../ui/layout/space.module.css';
import { displayName } from '../../ui/user/displayName';
import { useShowToast } from '../../ui/toast/toasts';

type DonationDialogProps = {
  landlord: LandlordResponse;
  /** Named in the mail; a mail without one thanks in general. */
  listing?: { externalId: string; title: string } | undefined;
  onClose: () => void;
};

/** Asks before a mail with a donation request: a mail cannot be recalled. */
export function DonationDialog({ landlord, listing, onClose }: DonationDialogProps) {
  const { t } = useTranslation('donations');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [request, { isLoading, error }] = useRequestDonationMutation();
  const name = displayName(landlord);

  const confirm = async () => {
    const { error: refused } = await request({
      id: landlord.externalId,
      requestDonationRequest: listing ? { listingId: listing.externalId } : {},
    });
    if (refused) return;
    onClose();
    showToast(t('sent', { name }), 'success');
  };

  return (
    <ConfirmDialog
      title={t('title')}
      confirmLabel={t('send')}
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {listing ? t('textWithListing', { name, title: listing.title }) : t('text', { name })}
      <Typography variant="body2" color="textSecondary" className={space.above8}>
        {t('voluntary')}
      </Typography>
    </ConfirmDialog>
  );
}
