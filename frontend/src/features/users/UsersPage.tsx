import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUsersQuery } from '../../api/endpoints';
import { useExportUsersMutation } from '../../api/listExports';
import type { UserResponse } from '../../api/generated';
import { Icon } from '../../ui/Icon';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { ListDownload } from '../../ui/list/ListDownload';
import { TablePage } from '../../ui/list/TablePage';
import { useListParams } from '../../ui/list/useListParams';
import { CreateAdministratorDialog } from './CreateAdministratorDialog';
import { DeactivateUserDialog } from './DeactivateUserDialog';
import { DeleteUserDialog } from './DeleteUserDialog';
import { roles, shownStatuses, statusTones } from './statuses';
import { useUserColumns } from './useUserColumns';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'firstName', 'lastName', 'email', 'role', 'status'],
  filters: { role: { values: roles }, status: { values: shownStatuses } },
} as const;

type Question = { about: 'create' } | { about: 'deactivate' | 'delete'; user: UserResponse };

/** Everybody with an account. `readerId`: whose own row cannot be deactivated or deleted. */
export function UsersPage({ readerId }: { readerId: string }) {
  const { t } = useTranslation(['users', 'lists']);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const asked = { ...order, ...filters };
  const result = useListUsersQuery(asked, { refetchOnMountOrArgChange: true });
  const [download, { isLoading: isDownloading }] = useExportUsersMutation();
  const [question, setQuestion] = useState<Question>();
  const columns = useUserColumns(
    readerId,
    (user) => setQuestion({ about: 'deactivate', user }),
    (user) => setQuestion({ about: 'delete', user }),
  );
  const close = () => setQuestion(undefined);

  return (
    <TablePage
      title={t('title')}
      action={
        <Button
          variant="contained"
          startIcon={<Icon name="userPlus" />}
          aria-haspopup="dialog"
          onClick={() => setQuestion({ about: 'create' })}
        >
          {t('create.open')}
        </Button>
      }
      download={<ListDownload download={() => download(asked)} busy={isDownloading} />}
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
      {question?.about === 'create' && <CreateAdministratorDialog onClose={close} />}
      {question?.about === 'deactivate' && <DeactivateUserDialog user={question.user} onClose={close} />}
      {question?.about === 'delete' && <DeleteUserDialog user={question.user} onClose={close} />}
    </TablePage>
  );
}
