import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialog/Dialog';
import space from '../layout/space.module.css';
import { type ShownUser, UserDetails } from './UserDetails';
import { displayName } from './displayName';

type UserDialogProps = {
  user: ShownUser;
  /** Explains what is omitted. */
  note?: string | undefined;
  /** Next to Close. */
  action?: ReactNode;
  onClose: () => void;
};

export function UserDialog({ user, note, action, onClose }: UserDialogProps) {
  const { t } = useTranslation(['userDetails', 'shell']);
  return (
    <Dialog
      title={displayName(user)}
      onClose={onClose}
      actions={
        <>
          {action}
          <Button onClick={onClose}>{t('shell:dialog.close')}</Button>
        </>
      }
    >
      <Typography color="textSecondary" className={space.below16}>
        {t(`role.${user.role}`)}
      </Typography>
      <UserDetails user={user} />
      {note && (
        <Typography variant="body2" color="textSecondary" className={space.above16}>
          {note}
        </Typography>
      )}
    </Dialog>
  );
}
