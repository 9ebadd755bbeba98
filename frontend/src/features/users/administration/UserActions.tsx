import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useChangeUserStatusMutation } from '../../../api/endpoints';
import type { UserResponse } from '../../../api/generated';
import cells from '../../../ui/list/table/RecordCell.module.css';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';
import { ResendActivationButton } from './ResendActivationButton';

type UserActionsProps = {
  user: UserResponse;
  /** Whether it is the reader's account, which cannot be deactivated or deleted here. */
  isReader: boolean;
  onDeactivate: () => void;
  onDelete: () => void;
};

export function UserActions({ user, isReader, onDeactivate, onDelete }: UserActionsProps) {
  const { t } = useTranslation('users');
  if (isReader) return <span className={cells.muted}>{t('ownRow')}</span>;
  return (
    <div className={cells.buttons}>
      {user.status === 'ACTIVE' && (
        <Button
          size="small"
          variant="outlined"
          aria-haspopup="dialog"
          aria-label={t('deactivateNamed', { name: displayName(user) })}
          onClick={onDeactivate}
        >
          {t('deactivate')}
        </Button>
      )}
      {user.status === 'INACTIVE' && <ActivateButton user={user} />}
      {user.status === 'REGISTRATION_PENDING' && <ResendActivationButton user={user} />}
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-haspopup="dialog"
        aria-label={t('deleteNamed', { name: displayName(user) })}
        onClick={onDelete}
      >
        {t('delete')}
      </Button>
    </div>
  );
}

/** Without confirmation, because it can be reverted immediately. */
function ActivateButton({ user }: { user: UserResponse }) {
  const { t } = useTranslation('users');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [send, { isLoading }] = useChangeUserStatusMutation();
  const name = displayName(user);

  const apply = async () => {
    const id = user.externalId;
    rowNotices.clear(id);
    const { error } = await send({ id, active: true });
    if (error) rowNotices.show({ id, title: t('activateRefused', { name }), reason: error });
    else {
      showToast(t('activated', { name }), 'success', {
        kind: 'user.activate',
        merged: (count) => t('activatedCount', { count }),
      });
    }
  };

  return (
    <Button
      size="small"
      variant="outlined"
      loading={isLoading}
      aria-label={t('activateNamed', { name })}
      onClick={() => void apply()}
    >
      {t('activate')}
    </Button>
  );
}
