import Button from '@mui/material/Button';
import { type ReactNode, type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListListingsQuery } from '../../../api/endpoints';
import type { ListingStatus } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { usePageTitle } from '../../../ui/brand/brand';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { FilterBar } from '../../../ui/list/FilterBar';
import { ListHeading } from '../../../ui/list/ListHeading';
import { ListPager } from '../../../ui/list/ListPager';
import { ListResults } from '../../../ui/list/ListResults';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useFocusAfterDeletion } from '../../../ui/list/useFocusAfterDeletion';
import { Notice } from '../../../ui/notice/Notice';
import { Surface } from '../../../ui/panel/Surface';
import { PageContainer } from '../../../ui/layout/PageContainer';
import { listingStatuses } from '../listingStatuses';
import { listingStatusTones } from '../tones';
import { EndedListing } from './EndedListing';
import { ListingDialogs } from './ListingDialogs';
import type { ListingDialog, ListingManager } from './listingManager';
import { ManagedListings, ManagedListingsSkeleton } from './ManagedListings';
import styles from './MyListingsPage.module.css';
import { useListingsView } from './useListingsView';
import { ViewToggle } from './ViewToggle';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'listing.title'],
  filters: { status: { values: listingStatuses } },
  // The first size fills the rows of one, two and three columns.
  pageSizes: [12, 25, 50, 100],
} as const;

type MyListingsPageProps = {
  /** Administrators manage the listings of all landlords. */
  isAdministrator: boolean;
  headingRef: RefObject<HTMLHeadingElement | null>;
  drafts: ReactNode;
  onDeleted: (id: string) => void;
};

export function MyListingsPage(props: MyListingsPageProps) {
  const { isAdministrator, headingRef, drafts, onDeleted } = props;
  const { t } = useTranslation(['myListings', 'lists', 'listings']);
  const title = t(isAdministrator ? 'title.ADMIN' : 'title.LANDLORD');
  usePageTitle(title);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const result = useListListingsQuery({ ...order, ...filters }, { refetchOnMountOrArgChange: true });
  const [dialog, setDialog] = useState<ListingDialog>();
  const focusAfter = useFocusAfterDeletion(result.data?.payload, headingRef);
  const [view, chooseView] = useListingsView();
  const reader: ListingManager = isAdministrator ? 'administrator' : 'landlord';
  const statusOptions = listingStatuses.map((status: ListingStatus) => ({
    value: status,
    label: t(`listings:status.${status}`),
    tone: listingStatusTones[status],
  }));

  return (
    <PageContainer width="wide">
      <ListHeading
        title={title}
        count={result.data && t('count', { count: result.data.totalSize })}
        shortcut={<ViewToggle view={view} onChange={chooseView} />}
        action={isAdministrator ? undefined : <CreateButton />}
        headingRef={headingRef}
      />
      <EndedListing />
      {drafts}
      <Surface>
        <FilterBar
          hint={t('hint')}
          keyword={order.keyword}
          onSearch={list.search}
          sortField={order.sortField}
          sortFields={spec.sortFields.map((field) => ({ value: field, label: t(`lists:sort.${field}`) }))}
          sortDirection={order.sortDirection}
          onSort={list.change}
          activeFilterCount={list.activeFilterCount}
        >
          <ChoiceChips
            label={t('status')}
            options={statusOptions}
            chosen={filters.status}
            onChange={(status) => list.change({ filters: { status } })}
          />
        </FilterBar>
      </Surface>
      <div className={styles.results}>
        <ListResults
          list={list}
          result={result}
          skeleton={<ManagedListingsSkeleton view={view} cards={spec.pageSizes[0]} />}
          empty={
            isAdministrator ? (
              <Notice title={t('emptyTitle')} text={t('emptyText')} />
            ) : (
              <Notice title={t('emptyTitle')} text={t('emptyTextOwn')} actions={<CreateButton />} />
            )
          }
        >
          {(listings) => (
            <ManagedListings
              view={view}
              caption={title}
              listings={listings}
              reader={reader}
              onOpen={setDialog}
            />
          )}
        </ListResults>
        <ListPager list={list} answer={result.data} />
      </div>
      <ListingDialogs
        dialog={dialog}
        reader={reader}
        onClose={() => setDialog(undefined)}
        onChanged={focusAfter}
        onDeleted={(id) => {
          focusAfter(id);
          onDeleted(id);
        }}
      />
    </PageContainer>
  );
}

/** For landlords only: administrators manage listings and do not create any. */
function CreateButton() {
  const { t } = useTranslation('myListings');
  return (
    <Button variant="contained" component={Link} to={paths.addListing.href()}>
      {t('create')}
    </Button>
  );
}
