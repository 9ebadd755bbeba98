import { useTranslation } from 'react-i18next';
import { useDeleteApplicationMutation } from '../../api/endpoints';
import type { ApplicationResponse } from '../../api/generated';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { showToast } from '../../ui/toasts';

type DeleteApplicationDialogProps = { application: ApplicationResponse; onClose: () => void };

export function DeleteApplicationDialog({ application, onClose }: DeleteApplicationDialogProps) {
  const { t } = useTranslation('applications');
  const [remove, { isLoading }] = useDeleteApplicationMutation();

  const confirm = async () => {
    const { error } = await remove({ id: application.externalId });
    onClose();
    // The usual reason is that somebody has decided meanwhile, which the list then shows.
    showToast(t(error ? 'mine.deleteFailed' : 'mine.deleted'));
  };

  return (
    <ConfirmDialog
      title={t('mine.deleteTitle')}
      confirmLabel={t('mine.deleteConfirm')}
      destructive
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('mine.deleteText', { title: application.listing.title })}
    </ConfirmDialog>
  );
}
