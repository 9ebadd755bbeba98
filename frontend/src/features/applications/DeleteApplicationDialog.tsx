import { useTranslation } from 'react-i18next';
import { useDeleteApplicationMutation } from '../../api/endpoints';
import type { ApplicationResponse } from '../../api/generated';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useRowNotices } from '../../ui/list/rowNotices';
import { useShowToast } from '../../ui/toasts';

type DeleteApplicationDialogProps = { application: ApplicationResponse; onClose: () => void };

export function DeleteApplicationDialog({ application, onClose }: DeleteApplicationDialogProps) {
  const { t } = useTranslation('applications');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [remove, { isLoading }] = useDeleteApplicationMutation();

  const confirm = async () => {
    const id = application.externalId;
    rowNotices.clear(id);
    const { error } = await remove({ id });
    onClose();
    // The usual reason for a refusal is a decision made in the meantime, which the list then shows.
    if (error) rowNotices.show({ id, title: t('mine.deleteFailed'), reason: error });
    else showToast(t('mine.deleted'), 'success');
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
