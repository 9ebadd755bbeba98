import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListEventsQuery } from '../../api/endpoints';
import { useExportEventsMutation } from '../../api/listExports';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';
import { ListDownload } from '../../ui/list/ListDownload';
import { TablePage } from '../../ui/list/table/TablePage';
import { useListParams } from '../../ui/list/params/useListParams';
import { useFocusNextRow } from '../../ui/list/table/useFocusNextRow';
import { useKeepFocus } from '../../ui/list/table/useKeepFocus';
import { AcknowledgeAllButton } from './AcknowledgeAllButton';
import type { EventListing } from './eventEntities';
import type { EventAction } from './EventActions';
import { ShowAllToggle } from './ShowAllToggle';
import { useEventColumns } from './useEventColumns';

const DismissDialog = lazyPart(
  () => import('./DismissDialog').then((module) => module.DismissDialog),
  overlay,
);

const spec = {
  sortFields: ['dateCreated'],
  filters: { showAll: { values: ['true', 'false'], preset: ['false'] } },
} as const;

type OpenDialog = { action: EventAction; listing: EventListing };

type Suspicion = { id: string; title: string; listingLastModified: string };

type EventsPageProps = {
  /** Dialogs of other features for the listing of an event. */
  renderDialog: (open: OpenDialog, close: () => void, onTakenDown: () => void) => ReactNode;
};

/** Events for administrators, unacknowledged ones first. */
export function EventsPage({ renderDialog }: EventsPageProps) {
  // Includes the namespaces of the rows: a row that waits for its own would suspend the page, and
  // take the focus from the fields.
  const { t } = useTranslation(['events', 'lists', 'donations', 'reports']);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const showsAll = filters.showAll.includes('true');
  const query = { ...order, ...(!showsAll && { acknowledged: false }) };
  const result = useListEventsQuery(query, { refetchOnMountOrArgChange: true, refetchOnFocus: true });
  const [download, { isLoading: isDownloading }] = useExportEventsMutation();
  const [open, setOpen] = useState<OpenDialog>();
  const [takenDown, setTakenDown] = useState<readonly string[]>([]);
  const [suspicion, setSuspicion] = useState<Suspicion>();
  const { headingRef, focusRow } = useFocusNextRow();
  useKeepFocus(headingRef);
  const focusHeading = () => focusRow(undefined);
  const columns = useEventColumns({
    takenDown,
    onAction: (action, listing) => setOpen({ action, listing }),
    onDismiss: ({ externalId: id }, { title, lastModified: listingLastModified }) =>
      setSuspicion({ id, title, listingLastModified }),
    onLastAcknowledged: focusHeading,
  });
  const handleTakenDown = (id: string) => {
    setTakenDown([...takenDown, id]);
    focusHeading();
  };
  const show = (all: boolean) => list.change({ filters: { showAll: [all ? 'true' : 'false'] } });

  return (
    <TablePage
      title={t('title')}
      headingRef={headingRef}
      action={
        <>
          <AcknowledgeAllButton onDone={focusHeading} />
          <Button
            variant="outlined"
            color="inherit"
            component={Link}
            to={paths.audit.href()}
            startIcon={<Icon name="list" />}
          >
            {t('audit')}
          </Button>
        </>
      }
      download={<ListDownload download={() => download(query)} busy={isDownloading} />}
      count={(count) => t(showsAll ? 'count' : 'countUnacknowledged', { count })}
      hint={t('hint')}
      // Only the keyword is a filter: the toggle chooses between two lists.
      list={{
        ...list,
        isFiltered: order.keyword !== '',
        activeFilterCount: showsAll ? 0 : 1,
        showAll: () => list.change({ keyword: '', filters: { showAll: ['true'] } }),
      }}
      sortFields={[{ value: 'dateCreated', label: t('lists:sort.dateCreated') }]}
      filters={<ShowAllToggle showsAll={showsAll} onChange={show} />}
      columns={columns}
      result={result}
      empty={
        showsAll
          ? { title: t('emptyTitle'), text: t('emptyText') }
          : { title: t('allDoneTitle'), text: t('allDoneText') }
      }
    >
      {open &&
        renderDialog(
          open,
          () => setOpen(undefined),
          () => handleTakenDown(open.listing.externalId),
        )}
      {suspicion && (
        <DismissDialog {...suspicion} onClose={() => setSuspicion(undefined)} onDone={focusHeading} />
      )}
    </TablePage>
  );
}
