import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useChangeUserStatusMutation } from '../../../api/endpoints';
import type { UserResponse } from '../../../api/generated';
import { BusyButton } from '../../../ui/button/BusyButton';
import { ignoreKeyRepeat } from '../../../ui/button/ignoreKeyRepeat';
import cells from '../../../ui/list/table/RecordCell.module.css';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';
import { ResendActivationButton } from './ResendActivationButton';

type UserActionsProps = {
  user: UserResponse;
  /** Whether it is the reader's account, which cannot be deactivated or deleted here. */
  isReader: boolean;
  onActivated: (id: string) => void;
  onDeactivate: () => void;
  onDelete: () => void;
};

export function UserActions({ user, isReader, onActivated, onDeactivate, onDelete }: UserActionsProps) {
  const { t } = useTranslation('users');
  if (isReader) return <span className={cells.muted}>{t('ownRow')}</span>;
  return (
    <div className={cells.buttons}>
      {(user.status === 'ACTIVE' || user.status === 'INACTIVE') && (
        <StatusButton user={user} onActivated={onActivated} onDeactivate={onDeactivate} />
      )}
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

type StatusButtonProps = Pick<UserActionsProps, 'user' | 'onActivated' | 'onDeactivate'>;

/**
 * One button for both statuses, so that it keeps the focus when the status changes. An activation is
 * not confirmed, because it can be reverted immediately.
 */
function StatusButton({ user, onActivated, onDeactivate }: StatusButtonProps) {
  const { t } = useTranslation('users');
  const { activate, isLoading } = useActivation(user, onActivated);
  const isActive = user.status === 'ACTIVE';
  const name = displayName(user);
  return (
    <BusyButton
      size="small"
      variant="outlined"
      loading={isLoading}
      aria-haspopup={isActive ? 'dialog' : undefined}
      aria-label={t(isActive ? 'deactivateNamed' : 'activateNamed', { name })}
      onClick={isActive ? onDeactivate : () => void activate()}
      onKeyDown={ignoreKeyRepeat}
    >
      {t(isActive ? 'deactivate' : 'activate')}
    </BusyButton>
  );
}

function useActivation(user: UserResponse, onActivated: (id: string) => void) {
  const { t } = useTranslation('users');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [send, { isLoading }] = useChangeUserStatusMutation();
  const name = displayName(user);

  const activate = async () => {
    const id = user.externalId;
    rowNotices.clear(id);
    const { error } = await send({ id, active: true });
    if (error) rowNotices.show({ id, title: t('activateRefused', { name }), reason: error });
    else {
      onActivated(id);
      showToast(t('activated', { name }), 'success', {
        kind: 'user.activate',
        merged: (count) => t('activatedCount', { count }),
      });
    }
  };
  return { activate, isLoading };
}
