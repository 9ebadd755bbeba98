import { useTranslation } from 'react-i18next';
import { useExportAuditMutation, useListAuditQuery } from '../../api/endpoints';
import { ListDownload } from '../../ui/list/ListDownload';
import { TablePage } from '../../ui/list/TablePage';
import { AuditFilters } from './AuditFilters';
import { useAuditColumns } from './useAuditColumns';
import { useAuditParams } from './useAuditParams';

/** Who did what, when, to what and from where. Nothing in it can be changed. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'lists', 'people', 'events']);
  const { list, scope, narrow } = useAuditParams();
  const { page, pageSize, sortDirection, keyword, filters } = list.params;
  const asked = { keyword, ...filters, ...scope };
  const result = useListAuditQuery(
    { page, ...(pageSize && { pageSize }), sortDirection, ...asked },
    { refetchOnMountOrArgChange: true },
  );
  const [download, { isLoading: isDownloading }] = useExportAuditMutation();
  const columns = useAuditColumns((actorId) => narrow({ actorId }));
  const actor = result.data?.payload.find((entry) => entry.actor?.externalId === scope.actorId)?.actor;

  return (
    <TablePage
      title={t('title')}
      download={<ListDownload download={() => download(asked)} busy={isDownloading} />}
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
          onScope={narrow}
        />
      }
      columns={columns}
      result={result}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
