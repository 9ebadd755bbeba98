import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/Dialog';
import { type ShownUser, UserDetails } from './UserDetails';
import { displayName } from './displayName';

type UserDialogProps = {
  user: ShownUser;
  /** Explains what is omitted. */
  note?: string | undefined;
  onClose: () => void;
};

export function UserDialog({ user, note, onClose }: UserDialogProps) {
  const { t } = useTranslation(['userDetails', 'shell']);
  return (
    <Dialog
      title={displayName(user)}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('shell:dialog.close')}</Button>}
    >
      <Typography sx={{ mb: 2, color: 'text.secondary' }}>{t(`role.${user.role}`)}</Typography>
      <UserDetails user={user} />
      {note && (
        <Typography variant="body2" sx={{ mt: 2, color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </Dialog>
  );
}
