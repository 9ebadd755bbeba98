import { useTranslation } from 'react-i18next';
import { useAcknowledgeAllEventsMutation, useGetAdministratorNotificationsQuery } from '../../api/endpoints';
import { useErrorText } from '../../i18n/useErrorText';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';
import { useShowToast } from '../../ui/toast/toasts';

/** Asks, with their number, before all pending events are acknowledged. */
export function AcknowledgeAllDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('events');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const counts = useGetAdministratorNotificationsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [send, { isLoading, error }] = useAcknowledgeAllEventsMutation();
  const count = counts.data?.payload.pendingEvents ?? 0;

  const confirm = async () => {
    const { error: refused } = await send();
    if (refused) return;
    onClose();
    onDone();
    showToast(t('all.done', { count }), 'success');
  };

  return (
    <ConfirmDialog
      title={t('all.title')}
      confirmLabel={t('all.confirm')}
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('all.text', { count })}
    </ConfirmDialog>
  );
}
