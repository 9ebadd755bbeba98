import Button from '@mui/material/Button';
import Container from '@mui/material/Container';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListListingsQuery } from '../../api/endpoints';
import type { ListingStatus, ListingSummaryResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { usePageTitle } from '../../ui/brand';
import { ChoiceChips } from '../../ui/list/ChoiceChips';
import { FilterBar } from '../../ui/list/FilterBar';
import { ListHeading } from '../../ui/list/ListHeading';
import { ListPager } from '../../ui/list/ListPager';
import { ListResults } from '../../ui/list/ListResults';
import { useListParams } from '../../ui/list/useListParams';
import { Notice } from '../../ui/Notice';
import { Sheet } from '../../ui/Sheet';
import { CardSkeleton } from './CardSkeleton';
import { ChangeStatusDialog } from './ChangeStatusDialog';
import { DeleteListingDialog } from './DeleteListingDialog';
import { ManagedListingCard } from './ManagedListingCard';
import { listingStatuses } from './listingStatuses';
import styles from './MyListingsPage.module.css';
import { listingStatusTones } from './tones';
import { UnfinishedDrafts } from './UnfinishedDrafts';

const spec = {
  sortFields: ['lastModified', 'dateCreated', 'listing.title'],
  filters: { status: { values: listingStatuses } },
  // At first full rows in a grid of one, two or three columns.
  pageSizes: [12, 25, 50, 100],
} as const;

const places = Array.from({ length: spec.pageSizes[0] }, (_, index) => index);

type Question = { about: 'status' | 'delete'; listing: ListingSummaryResponse };

type MyListingsPageProps = {
  userId: string;
  /** All listings there are, for administrators. */
  everybodys: boolean;
};

export function MyListingsPage({ userId, everybodys }: MyListingsPageProps) {
  const { t } = useTranslation(['myListings', 'lists', 'listings']);
  const title = t(everybodys ? 'title.ADMIN' : 'title.LANDLORD');
  usePageTitle(title);
  const list = useListParams(spec);
  const { filters, ...order } = list.params;
  const result = useListListingsQuery({ ...order, ...filters }, { refetchOnMountOrArgChange: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const [question, setQuestion] = useState<Question>();
  const close = () => setQuestion(undefined);
  const reader = everybodys ? 'administrator' : 'landlord';
  const statusOptions = listingStatuses.map((status: ListingStatus) => ({
    value: status,
    label: t(`listings:status.${status}`),
    tone: listingStatusTones[status],
  }));

  return (
    <Container maxWidth={false} sx={{ maxWidth: 1536, py: { xs: 3, md: 5 } }}>
      <ListHeading
        title={title}
        count={result.data && t('count', { count: result.data.totalSize })}
        action={everybodys ? undefined : <CreateButton />}
        headingRef={heading}
      />
      <UnfinishedDrafts userId={userId} onDiscarded={() => heading.current?.focus()} />
      <Sheet>
        <FilterBar
          hint={t('hint')}
          keyword={order.keyword}
          onSearch={list.search}
          sortField={order.sortField}
          sortFields={spec.sortFields.map((field) => ({ value: field, label: t(`lists:sort.${field}`) }))}
          sortDirection={order.sortDirection}
          onSort={list.change}
          chosenFilters={list.chosenFilters}
        >
          <ChoiceChips
            label={t('status')}
            options={statusOptions}
            chosen={filters.status}
            onChange={(status) => list.change({ filters: { status } })}
          />
        </FilterBar>
      </Sheet>
      <div className={styles.results}>
        <ListResults
          list={list}
          result={result}
          skeleton={
            <div className={styles.grid}>
              {places.map((place) => (
                <CardSkeleton key={place} />
              ))}
            </div>
          }
          empty={
            everybodys ? (
              <Notice title={t('emptyTitle')} text={t('emptyText')} />
            ) : (
              <Notice title={t('emptyTitle')} text={t('emptyTextOwn')} actions={<CreateButton />} />
            )
          }
        >
          {(listings) => (
            <ul className={styles.grid}>
              {listings.map((listing) => (
                <li key={listing.externalId}>
                  <ManagedListingCard
                    listing={listing}
                    reader={reader}
                    onChangeStatus={() => setQuestion({ about: 'status', listing })}
                    onDelete={() => setQuestion({ about: 'delete', listing })}
                  />
                </li>
              ))}
            </ul>
          )}
        </ListResults>
        <ListPager list={list} answer={result.data} />
      </div>
      {question?.about === 'status' && (
        <ChangeStatusDialog listing={question.listing} reader={reader} onClose={close} />
      )}
      {question?.about === 'delete' && <DeleteListingDialog listing={question.listing} onClose={close} />}
    </Container>
  );
}

/** For landlords: administrators look after what others offer. */
function CreateButton() {
  const { t } = useTranslation('myListings');
  return (
    <Button variant="contained" component={Link} to={paths.addListing.href()}>
      {t('create')}
    </Button>
  );
}
