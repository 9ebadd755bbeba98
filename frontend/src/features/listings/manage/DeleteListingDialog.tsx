import { useTranslation } from 'react-i18next';
import { useDeleteListingMutation } from '../../../api/endpoints';
import type { ListingSummaryResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { useShowToast } from '../../../ui/toast/toasts';

type DeleteListingDialogProps = {
  listing: ListingSummaryResponse;
  onClose: () => void;
  onDeleted: (id: string) => void;
};

export function DeleteListingDialog({ listing, onClose, onDeleted }: DeleteListingDialogProps) {
  const { t } = useTranslation('myListings');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [deleteListing, { isLoading, error }] = useDeleteListingMutation();

  const confirm = async () => {
    const { error: failure } = await deleteListing({ id: listing.externalId });
    if (failure) return;
    onClose();
    onDeleted(listing.externalId);
    showToast(t('deleted'), 'success');
  };

  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirmLabel={t('deleteConfirm')}
      destructive
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('deleteText', { title: listing.title })}
    </ConfirmDialog>
  );
}
