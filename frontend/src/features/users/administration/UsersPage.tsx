import Button from '@mui/material/Button';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useListUsersQuery } from '../../../api/endpoints';
import { useExportUsersMutation } from '../../../api/listExports';
import type { UserResponse } from '../../../api/generated';
import { MoreIcon } from '../../../ui/MoreIcon';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import { ListDownload } from '../../../ui/list/ListDownload';
import { TablePage } from '../../../ui/list/table/TablePage';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useFocusAfterDeletion } from '../../../ui/list/useFocusAfterDeletion';
import { DeactivateUserDialog } from './DeactivateUserDialog';
import { DeleteUserDialog } from './DeleteUserDialog';
import { RemoveSecondFactorDialog } from './RemoveSecondFactorDialog';
import { roles, shownStatuses, statusTones } from './statuses';
import { useUserColumns } from './useUserColumns';

// Lazy, because it is rarely needed and loads the library of forms.
const CreateAdministratorDialog = lazyPart(
  () => import('./CreateAdministratorDialog').then((module) => module.CreateAdministratorDialog),
  overlay,
);

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'firstName', 'lastName', 'email', 'role', 'status'],
  filters: { role: { values: roles }, status: { values: shownStatuses } },
} as const;

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'deactivate' | 'delete' | 'removeSecondFactor'; user: UserResponse };

/** All users. `readerId`: the user whose own row has no actions. */
export function UsersPage({ readerId }: { readerId: string }) {
  const { t } = useTranslation(['users', 'lists']);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const query = { ...order, ...filters };
  const result = useListUsersQuery(query, { refetchOnMountOrArgChange: true });
  const [download, { isLoading: isDownloading }] = useExportUsersMutation();
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusAfter = useFocusAfterDeletion(result.data?.payload, heading);
  const columns = useUserColumns({
    readerId,
    onActivated: focusAfter,
    onDeactivate: (user) => setOpenDialog({ kind: 'deactivate', user }),
    onDelete: (user) => setOpenDialog({ kind: 'delete', user }),
    onRemoveSecondFactor: (user) => setOpenDialog({ kind: 'removeSecondFactor', user }),
  });
  const close = () => setOpenDialog(undefined);

  return (
    <TablePage
      title={t('title')}
      headingRef={heading}
      action={
        <Button
          variant="contained"
          startIcon={<MoreIcon name="userPlus" />}
          aria-haspopup="dialog"
          onClick={() => setOpenDialog({ kind: 'create' })}
        >
          {t('create.open')}
        </Button>
      }
      download={<ListDownload download={() => download(query)} busy={isDownloading} />}
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
      {openDialog?.kind === 'create' && <CreateAdministratorDialog onClose={close} />}
      {openDialog?.kind === 'deactivate' && (
        <DeactivateUserDialog user={openDialog.user} onClose={close} onDeactivated={focusAfter} />
      )}
      {openDialog?.kind === 'delete' && (
        <DeleteUserDialog user={openDialog.user} onClose={close} onDeleted={focusAfter} />
      )}
      {openDialog?.kind === 'removeSecondFactor' && (
        <RemoveSecondFactorDialog user={openDialog.user} onClose={close} />
      )}
    </TablePage>
  );
}
