import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useChangeUserStatusMutation } from '../../api/endpoints';
import type { UserResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import cells from '../../ui/list/RecordCell.module.css';
import { personName } from '../../ui/person/personName';
import { showToast } from '../../ui/toasts';

type UserActionsProps = {
  user: UserResponse;
  /** Nobody deactivates or deletes themselves. */
  isReader: boolean;
  onDelete: () => void;
};

export function UserActions({ user, isReader, onDelete }: UserActionsProps) {
  const { t } = useTranslation('users');
  if (isReader) return <span className={cells.muted}>{t('ownRow')}</span>;
  return (
    <div className={cells.buttons}>
      {(user.status === 'ACTIVE' || user.status === 'INACTIVE') && <StatusButton user={user} />}
      <Button
        size="small"
        variant="outlined"
        color="error"
        aria-haspopup="dialog"
        aria-label={t('deleteNamed', { name: personName(user) })}
        onClick={onDelete}
        sx={{ minHeight: { xs: 44, lg: 36 } }}
      >
        {t('delete')}
      </Button>
    </div>
  );
}

/** Takes effect at once, because it can be taken back at once. */
function StatusButton({ user }: { user: UserResponse }) {
  const { t } = useTranslation('users');
  const { failureText } = useErrorText();
  const [send, { isLoading }] = useChangeUserStatusMutation();
  const name = personName(user);
  const change = user.status === 'ACTIVE' ? 'deactivate' : 'activate';

  const apply = async () => {
    const { error } = await send({ id: user.externalId, active: change === 'activate' });
    if (error) showToast(failureText(error), 'error');
    else showToast(t(`${change}d`, { name }), 'success');
  };

  return (
    <Button
      size="small"
      variant="outlined"
      loading={isLoading}
      aria-label={t(`${change}Named`, { name })}
      onClick={() => void apply()}
      sx={{ minHeight: { xs: 44, lg: 36 } }}
    >
      {t(change)}
    </Button>
  );
}
