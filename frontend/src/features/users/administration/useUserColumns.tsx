import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { UserResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Badge } from '../../../ui/badge/Badge';
import cells from '../../../ui/list/table/RecordCell.module.css';
import type { Column } from '../../../ui/list/table/RecordTable';
import { UserCell } from '../../../ui/user/UserCell';
import { statusTones } from './statuses';
import { UserActions } from './UserActions';
import styles from './useUserColumns.module.css';

type UserColumns = {
  /** The user who reads the list. */
  readerId: string;
  onActivated: (id: string) => void;
  onDeactivate: (user: UserResponse) => void;
  onDelete: (user: UserResponse) => void;
  onRemoveSecondFactor: (user: UserResponse) => void;
};

export function useUserColumns({
  readerId,
  onActivated,
  onDeactivate,
  onDelete,
  onRemoveSecondFactor,
}: UserColumns): readonly Column<UserResponse>[] {
  const { t } = useTranslation(['users', 'userDetails']);
  const { date } = useFormats();
  return [
    {
      header: t('column.user'),
      wide: true,
      cell: (user) => (
        <UserCell
          user={user}
          inUserList
          action={
            user.externalId !== readerId &&
            hasPassword(user) && (
              <Button
                color="error"
                aria-haspopup="dialog"
                className={styles.first}
                onClick={() => onRemoveSecondFactor(user)}
              >
                {t('removeFactor')}
              </Button>
            )
          }
        />
      ),
    },
    { header: t('column.role'), width: '9rem', cell: ({ role }) => t(`userDetails:role.${role}`) },
    {
      header: t('column.status'),
      width: '11.5rem',
      cell: ({ status }) => <Badge tone={statusTones[status]}>{t(`status.${status}`)}</Badge>,
    },
    {
      header: t('column.lastModified'),
      width: '9rem',
      cell: ({ lastModified }) => <span className={cells.date}>{date(lastModified)}</span>,
    },
    {
      header: t('column.actions'),
      width: 'clamp(14rem, 25vw, 24rem)',
      wide: true,
      cell: (user) => (
        <UserActions
          user={user}
          isReader={user.externalId === readerId}
          onActivated={onActivated}
          onDeactivate={() => onDeactivate(user)}
          onDelete={() => onDelete(user)}
        />
      ),
    },
  ];
}

/** Without one a user cannot have set up a second factor. */
const hasPassword = ({ status }: UserResponse) => status === 'ACTIVE' || status === 'INACTIVE';
