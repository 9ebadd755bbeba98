import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Avatar } from './Avatar';
import { Badge } from '../badge/Badge';
import { lazyPart } from '../lazy/lazyPart';
import { overlay } from '../lazy/PartFailure';
import cells from '../list/table/RecordCell.module.css';
import styles from './UserCell.module.css';
import type { ShownUser } from './UserDetails';
import { displayName } from './displayName';

const UserDialog = lazyPart(() => import('./UserDialog').then((module) => module.UserDialog), overlay);

type UserCellProps = {
  /** Null after the user's data were erased. */
  user: ShownUser | null;
  /** Explains what the dialog omits. */
  note?: string | undefined;
  /** An action of the dialog that opens another one. */
  action?: ReactNode;
  /** In a list of users the email distinguishes namesakes, and another column has the status. */
  inUserList?: boolean;
};

/** A user's name, which opens the details. */
export function UserCell({ user, note, action, inUserList = false }: UserCellProps) {
  const { t } = useTranslation('userDetails');
  const [open, setOpen] = useState(false);
  if (!user) return <span className={cells.muted}>{t('deleted')}</span>;
  return (
    <>
      <button type="button" className={cells.link} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Avatar name={user.firstName} size={32} />
        <span className={styles.text}>
          <span>{displayName(user)}</span>
          {/* The space separates the two for screen readers. */}
          {inUserList && <span className={styles.email}> {user.email}</span>}
        </span>
      </button>
      {!inUserList && user.status === 'INACTIVE' && <Badge tone="gray">{t('account.INACTIVE')}</Badge>}
      {open && <UserDialog user={user} note={note} action={action} onClose={() => setOpen(false)} />}
    </>
  );
}
