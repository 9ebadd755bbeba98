import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListEventsQuery } from '../../api/endpoints';
import { useExportEventsMutation } from '../../api/listExports';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import { ListDownload } from '../../ui/list/ListDownload';
import { TablePage } from '../../ui/list/TablePage';
import { useListParams } from '../../ui/list/useListParams';
import { useNextRow } from '../../ui/list/useNextRow';
import { AcknowledgeAll } from './AcknowledgeAll';
import type { EventListing } from './entities';
import type { EventAction } from './EventActions';
import { ShowToggle } from './ShowToggle';
import { useEventColumns } from './useEventColumns';

const spec = {
  sortFields: ['dateCreated'],
  filters: { showAll: { values: ['true', 'false'], preset: ['false'] } },
} as const;

type EventsPageProps = {
  /** What other nouns do with the listing of an event, each a dialog. */
  renderDialog: (action: EventAction, listing: EventListing, close: () => void) => ReactNode;
};

/** What happened that administrators want to know of, beginning with what nobody has acknowledged. */
export function EventsPage({ renderDialog }: EventsPageProps) {
  // With the texts of the rows: rows that wait for theirs take the page along, and the focus of whoever types in it.
  const { t } = useTranslation(['events', 'lists', 'donations', 'reports']);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const showsAll = filters.showAll.includes('true');
  const asked = { ...order, ...(!showsAll && { acknowledged: false }) };
  const result = useListEventsQuery(asked, { refetchOnMountOrArgChange: true });
  const [download, { isLoading: isDownloading }] = useExportEventsMutation();
  const [open, setOpen] = useState<{ action: EventAction; listing: EventListing }>();
  const columns = useEventColumns((action, listing) => setOpen({ action, listing }));
  const { headingRef, goOnWith } = useNextRow();
  const show = (all: boolean) => list.change({ filters: { showAll: [all ? 'true' : 'false'] } });

  return (
    <TablePage
      title={t('title')}
      headingRef={headingRef}
      action={
        <>
          <AcknowledgeAll onDone={() => goOnWith(undefined)} />
          <Button
            variant="outlined"
            color="inherit"
            component={Link}
            to={paths.audit.href()}
            startIcon={<Icon name="list" />}
            sx={{ borderColor: 'brand.outline' }}
          >
            {t('audit')}
          </Button>
        </>
      }
      download={<ListDownload download={() => download(asked)} busy={isDownloading} />}
      count={(count) => t(showsAll ? 'count' : 'countUnacknowledged', { count })}
      hint={t('hint')}
      // All there is to narrow is the keyword: which events are shown is a choice between two lists.
      list={{
        ...list,
        isNarrowed: order.keyword !== '',
        chosenFilters: showsAll ? 0 : 1,
        showAll: () => list.change({ keyword: '', filters: { showAll: ['true'] } }),
      }}
      sortFields={[{ value: 'dateCreated', label: t('lists:sort.dateCreated') }]}
      filters={<ShowToggle showsAll={showsAll} onChange={show} />}
      columns={columns}
      result={result}
      empty={
        showsAll
          ? { title: t('emptyTitle'), text: t('emptyText') }
          : { title: t('allDoneTitle'), text: t('allDoneText') }
      }
    >
      {open && renderDialog(open.action, open.listing, () => setOpen(undefined))}
    </TablePage>
  );
}
