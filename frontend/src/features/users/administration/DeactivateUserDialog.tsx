import { useTranslation } from 'react-i18next';
import { useChangeUserStatusMutation } from '../../../api/endpoints';
import type { UserResponse } from '../../../api/generated';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';

type DeactivateUserDialogProps = {
  user: UserResponse;
  onClose: () => void;
  onDeactivated: (id: string) => void;
};

/** Explains what a deactivation means before it takes effect. */
export function DeactivateUserDialog({ user, onClose, onDeactivated }: DeactivateUserDialogProps) {
  const { t } = useTranslation('users');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [send, { isLoading }] = useChangeUserStatusMutation();
  const name = displayName(user);

  const confirm = async () => {
    const id = user.externalId;
    rowNotices.clear(id);
    const { error } = await send({ id, active: false });
    onClose();
    if (error) rowNotices.show({ id, title: t('deactivateRefused', { name }), reason: error });
    else {
      onDeactivated(id);
      showToast(t('deactivated', { name }), 'success', {
        kind: 'user.deactivate',
        merged: (count) => t('deactivatedCount', { count }),
      });
    }
  };

  return (
    <ConfirmDialog
      title={t('deactivateTitle', { name })}
      confirmLabel={t('deactivate')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(`deactivateText.${user.role}`, { name })}
    </ConfirmDialog>
  );
}
