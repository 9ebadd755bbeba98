import { useTranslation } from 'react-i18next';
import { useDismissEventMutation } from '../../api/endpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useShowToast } from '../../ui/toast/toasts';

type DismissDialogProps = {
  id: string;
  /** The version of the listing that the list has: a changed one is not dismissed. */
  listingLastModified: string;
  /** Of the suspicious listing. */
  title: string;
  onClose: () => void;
  onDone: () => void;
};

/** Asks before a suspicion is dismissed: the same content is not found suspicious again. */
export function DismissDialog({ id, listingLastModified, title, onClose, onDone }: DismissDialogProps) {
  const { t } = useTranslation('events');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [send, { isLoading, error }] = useDismissEventMutation();

  const confirm = async () => {
    const { error: refused } = await send({ id, dismissEventRequest: { listingLastModified } });
    if (refused) return;
    onClose();
    onDone();
    showToast(t('dismiss.done', { title }), 'success');
  };

  return (
    <ConfirmDialog
      title={t('dismiss.title')}
      confirmLabel={t('dismiss.confirm')}
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('dismiss.text', { title })}
    </ConfirmDialog>
  );
}
