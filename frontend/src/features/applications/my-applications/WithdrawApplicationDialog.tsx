import { useTranslation } from 'react-i18next';
import { useWithdrawApplicationMutation } from '../../../api/endpoints';
import type { ApplicationResponse } from '../../../api/generated';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { useShowToast } from '../../../ui/toast/toasts';

type WithdrawApplicationDialogProps = {
  application: ApplicationResponse;
  onClose: () => void;
  onDone: () => void;
};

export function WithdrawApplicationDialog(props: WithdrawApplicationDialogProps) {
  const { application, onClose, onDone } = props;
  const { t } = useTranslation('applications');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [withdraw, { isLoading }] = useWithdrawApplicationMutation();

  const confirm = async () => {
    const id = application.externalId;
    rowNotices.clear(id);
    const { error } = await withdraw({ id });
    onClose();
    // The usual reason for a refusal is a decision made in the meantime, which the list then shows.
    if (error) {
      rowNotices.show({ id, title: t('mine.withdrawFailed'), reason: error });
      return;
    }
    onDone();
    showToast(t('mine.withdrawn'), 'success');
  };

  return (
    <ConfirmDialog
      title={t('mine.withdrawTitle')}
      confirmLabel={t('mine.withdrawConfirm')}
      destructive
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('mine.withdrawText', { title: application.listing.title })}
    </ConfirmDialog>
  );
}
