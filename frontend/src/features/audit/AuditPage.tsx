import { useTranslation } from 'react-i18next';
import { useExportAuditEntriesMutation, useListAuditEntriesQuery } from '../../api/endpoints';
import { ListDownload } from '../../ui/list/ListDownload';
import { TablePage } from '../../ui/list/table/TablePage';
import { AuditFilters } from './AuditFilters';
import { useAuditColumns } from './useAuditColumns';
import { useAuditParams } from './useAuditParams';

/** Who did what, when, to what and from where. Read-only. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'lists', 'userDetails', 'events']);
  const { list, scope, changeScope } = useAuditParams();
  const { page, pageSize, sortDirection, keyword, filters } = list.params;
  const query = { keyword, ...filters, ...scope };
  const result = useListAuditEntriesQuery(
    { page, ...(pageSize && { pageSize }), sortDirection, ...query },
    { refetchOnMountOrArgChange: true },
  );
  const [download, { isLoading: isDownloading }] = useExportAuditEntriesMutation();
  const columns = useAuditColumns((actorId) => changeScope({ actorId }));
  const actor = result.data?.payload.find((entry) => entry.actor?.externalId === scope.actorId)?.actor;

  return (
    <TablePage
      title={t('title')}
      download={<ListDownload download={() => download(query)} busy={isDownloading} />}
      count={(count) => t('count', { count })}
      hint={t('hint')}
      list={list}
      sortFields={[{ value: 'dateCreated', label: t('lists:sort.dateCreated') }]}
      directions={{ DESC: t('newestFirst'), ASC: t('oldestFirst') }}
      filters={
        <AuditFilters
          actions={filters.action}
          onActions={(action) => list.change({ filters: { action } })}
          scope={scope}
          actor={actor ?? null}
          onScope={changeScope}
        />
      }
      columns={columns}
      result={result}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
