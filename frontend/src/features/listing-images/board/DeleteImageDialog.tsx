import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';

type DeleteImageDialogProps = { onConfirm: () => void; onClose: () => void };

/** Confirms the deletion of an uploaded image. The caller shows a failure. */
export function DeleteImageDialog({ onConfirm, onClose }: DeleteImageDialogProps) {
  const { t } = useTranslation('images');
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirmLabel={t('deleteConfirm')}
      destructive
      busy={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('deleteText')}
    </ConfirmDialog>
  );
}
