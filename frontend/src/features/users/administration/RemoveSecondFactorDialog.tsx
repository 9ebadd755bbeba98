import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useRemoveUserSecondFactorMutation } from '../../../api/endpoints';
import type { UserResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import space from '../../../ui/layout/space.module.css';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';

type RemoveSecondFactorDialogProps = { user: UserResponse; onClose: () => void };

/** For a user who has lost their factor. No list says who has one: nothing happens without. */
export function RemoveSecondFactorDialog({ user, onClose }: RemoveSecondFactorDialogProps) {
  const { t } = useTranslation('users');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const [remove, { isLoading, error }] = useRemoveUserSecondFactorMutation();
  const name = displayName(user);

  const confirm = async () => {
    const { error: refused } = await remove({ id: user.externalId });
    if (refused) return;
    onClose();
    showToast(t('removeFactorDone', { name }), 'success');
  };

  return (
    <ConfirmDialog
      title={t('removeFactorTitle', { name })}
      confirmLabel={t('removeFactorConfirm')}
      destructive
      busy={isLoading}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('removeFactorText')}
      <Typography className={space.above12}>{t('removeFactorCheck')}</Typography>
    </ConfirmDialog>
  );
}
