import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRemoveSettingImageMutation } from '../../api/endpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useShowToast } from '../../ui/toast/toasts';

type RemoveImageProps = {
  id: string;
  /** Of the setting. */
  name: string;
  /** The button disappears with the image. */
  onDone: () => void;
};

/** Asks, and returns to the portal's own drawing. */
export function RemoveImage({ id, name, onDone }: RemoveImageProps) {
  const { t } = useTranslation('settings');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [open, setOpen] = useState(false);
  const [send, { isLoading, error, reset }] = useRemoveSettingImageMutation();

  const confirm = async () => {
    const { error: refused } = await send({ id });
    if (refused) return;
    setOpen(false);
    onDone();
    showToast(t('remove.done', { name }), 'success');
  };

  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-label={t('remove.openNamed', { name })}
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        {t('remove.open')}
      </Button>
      {open && (
        <ConfirmDialog
          title={t('remove.title')}
          confirmLabel={t('remove.confirm')}
          destructive
          busy={isLoading}
          failure={error && failureText(error)}
          onConfirm={() => void confirm()}
          onClose={() => setOpen(false)}
        >
          {t('remove.text', { name })}
        </ConfirmDialog>
      )}
    </>
  );
}
