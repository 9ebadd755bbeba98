import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';

type RemovePictureDialogProps = { onConfirm: () => void; onClose: () => void };

/** Asks before a picture that the portal has is deleted. How it went is said where the pictures are. */
export function RemovePictureDialog({ onConfirm, onClose }: RemovePictureDialogProps) {
  const { t } = useTranslation('pictures');
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      confirmLabel={t('removeConfirm')}
      destructive
      busy={false}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t('removeText')}
    </ConfirmDialog>
  );
}
