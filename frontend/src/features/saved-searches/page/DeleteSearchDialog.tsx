import { useTranslation } from 'react-i18next';
import { useDeleteSavedSearchMutation } from '../../../api/endpoints';
import type { SavedSearchResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { useShowToast } from '../../../ui/toast/toasts';

type DeleteSearchDialogProps = {
  search: SavedSearchResponse;
  /** Before the card is gone, to which the focus returns. */
  onDeleted: () => void;
  onClose: () => void;
};

export function DeleteSearchDialog({ search, onDeleted, onClose }: DeleteSearchDialogProps) {
  const { t } = useTranslation('savedSearches');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [deleteSearch, { isLoading, error }] = useDeleteSavedSearchMutation();
  const { externalId, name } = search;
  const confirm = async () => {
    const { error: refused } = await deleteSearch({ id: externalId });
    if (refused) return;
    onClose();
    onDeleted();
    showToast(t('delete.done', { name }), 'success');
  };
  return (
    <ConfirmDialog
      title={t('delete.title')}
      confirmLabel={t('delete.confirm')}
      destructive
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('delete.text', { name })}
    </ConfirmDialog>
  );
}
