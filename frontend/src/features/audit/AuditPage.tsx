import Container from '@mui/material/Container';
import { useTranslation } from 'react-i18next';
import { useListAuditQuery } from '../../api/endpoints';
import { usePageTitle } from '../../ui/brand';
import { ListHeading } from '../../ui/list/ListHeading';
import { ListResults } from '../../ui/list/ListResults';
import { RecordTable } from '../../ui/list/RecordTable';
import { TableSkeleton } from '../../ui/list/TableSkeleton';
import { Notice } from '../../ui/Notice';
import { Pager } from '../../ui/Pager';
import { Sheet } from '../../ui/Sheet';
import { AuditDownload } from './AuditDownload';
import { AuditFilters } from './AuditFilters';
import { useAuditColumns } from './useAuditColumns';
import { useAuditParams } from './useAuditParams';

/** Who did what, when, to what and from where. Nothing in it can be changed. */
export function AuditPage() {
  const { t } = useTranslation('audit');
  usePageTitle(t('title'));
  const { list, scope, narrow } = useAuditParams();
  const { page, sortDirection, filters } = list.params;
  const result = useListAuditQuery(
    { page, sortDirection, ...filters, ...scope },
    { refetchOnMountOrArgChange: true },
  );
  const columns = useAuditColumns((actorId) => narrow({ actorId }));
  const actor = result.data?.payload.find((entry) => entry.actor?.externalId === scope.actorId)?.actor;

  return (
    <Container maxWidth={false} sx={{ maxWidth: 1536, py: { xs: 3, md: 5 } }}>
      <ListHeading
        title={t('title')}
        count={result.data && t('count', { count: result.data.totalSize })}
        action={<AuditDownload filters={{ ...filters, ...scope }} />}
      />
      <Sheet>
        <AuditFilters
          actions={filters.action}
          onActions={(action) => list.change({ filters: { action } })}
          sortDirection={sortDirection}
          onSort={(direction) => list.change({ sortDirection: direction })}
          scope={scope}
          actor={actor ?? null}
          onScope={narrow}
        />
        <ListResults
          list={list}
          result={result}
          skeleton={<TableSkeleton />}
          empty={<Notice title={t('emptyTitle')} text={t('emptyText')} />}
        >
          {(entries) => <RecordTable caption={t('title')} columns={columns} rows={entries} />}
        </ListResults>
      </Sheet>
      <Pager page={page} totalPages={result.data?.totalPages ?? 0} onChange={list.goToPage} />
    </Container>
  );
}
