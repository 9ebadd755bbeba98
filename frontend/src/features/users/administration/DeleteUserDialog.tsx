import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useDeleteUserMutation } from '../../../api/endpoints';
import type { UserResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import space from '../../../ui/layout/space.module.css';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';
import { DeletionPreview } from '../DeletionPreview';
import styles from './DeleteUserDialog.module.css';

type DeleteUserDialogProps = { user: UserResponse; onClose: () => void; onDeleted: (id: string) => void };

/** Explains what is deleted with the account. */
export function DeleteUserDialog({ user, onClose, onDeleted }: DeleteUserDialogProps) {
  const { t } = useTranslation('users');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [remove, { isLoading, error }] = useDeleteUserMutation();
  const name = displayName(user);

  const confirm = async () => {
    const { error: refused } = await remove({ id: user.externalId });
    if (refused) return;
    onClose();
    onDeleted(user.externalId);
    showToast(t('deleted', { name }), 'success');
  };

  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      confirmLabel={t('deleteConfirm')}
      destructive
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Typography className={styles.email}>{user.email}</Typography>
      {/* Nothing is deleted with an administrator: decisions are kept. */}
      {user.role !== 'ADMIN' && <DeletionPreview user={user} />}
      {t(`deleteText.${user.role}`)}
      <Typography variant="body2" color="textSecondary" className={space.above8}>
        {t('deleteFinal')}
      </Typography>
    </ConfirmDialog>
  );
}
