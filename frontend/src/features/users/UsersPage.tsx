import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUsersQuery } from '../../api/endpoints';
import type { UserResponse } from '../../api/generated';
import { Icon } from '../../ui/Icon';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { TablePage } from '../../ui/list/TablePage';
import { useListParams } from '../../ui/list/useListParams';
import { CreateAdministratorDialog } from './CreateAdministratorDialog';
import { DeleteUserDialog } from './DeleteUserDialog';
import { roles, shownStatuses, statusTones } from './statuses';
import { useUserColumns } from './useUserColumns';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'firstName', 'lastName', 'email', 'role', 'status'],
  filters: { role: { values: roles }, status: { values: shownStatuses } },
} as const;

type Question = 'create' | { toDelete: UserResponse };

/** Everybody with an account. `readerId`: whose own row cannot be deactivated or deleted. */
export function UsersPage({ readerId }: { readerId: string }) {
  const { t } = useTranslation(['users', 'lists']);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const result = useListUsersQuery({ ...order, ...filters }, { refetchOnMountOrArgChange: true });
  const [question, setQuestion] = useState<Question>();
  const columns = useUserColumns(readerId, (toDelete) => setQuestion({ toDelete }));
  const close = () => setQuestion(undefined);

  return (
    <TablePage
      title={t('title')}
      action={
        <Button
          variant="contained"
          startIcon={<Icon name="userPlus" />}
          aria-haspopup="dialog"
          onClick={() => setQuestion('create')}
        >
          {t('create.open')}
        </Button>
      }
      count={(count) => t('count', { count })}
      hint={t('hint')}
      list={list}
      sortFields={spec.sortFields.map((field) => ({ value: field, label: t(`lists:sort.${field}`) }))}
      filters={
        <>
          <ChoiceChips
            label={t('filter.role')}
            options={roles.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
            chosen={filters.role}
            onChange={(role) => list.change({ filters: { ...filters, role } })}
          />
          <ChoiceChips
            label={t('filter.status')}
            options={shownStatuses.map((status) => ({
              value: status,
              label: t(`status.${status}`),
              tone: statusTones[status],
            }))}
            chosen={filters.status}
            onChange={(status) => list.change({ filters: { ...filters, status } })}
          />
        </>
      }
      columns={columns}
      result={result}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    >
      {question === 'create' && <CreateAdministratorDialog onClose={close} />}
      {typeof question === 'object' && <DeleteUserDialog user={question.toDelete} onClose={close} />}
    </TablePage>
  );
}
