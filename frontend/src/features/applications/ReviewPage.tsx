import Container from '@mui/material/Container';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import { usePageTitle } from '../../ui/brand';
import { FilterBar } from '../../ui/list/FilterBar';
import { ListHeading } from '../../ui/list/ListHeading';
import type { SortDirection } from '../../ui/list/listParams';
import { type ListResult, ListResults } from '../../ui/list/ListResults';
import { type Column, RecordTable } from '../../ui/list/RecordTable';
import { TableSkeleton } from '../../ui/list/TableSkeleton';
import type { List } from '../../ui/list/useListParams';
import { Notice } from '../../ui/Notice';
import { Pager } from '../../ui/Pager';
import { Sheet } from '../../ui/Sheet';
import { type Review, ReviewDialog } from './ReviewDialog';
import { useApplicantName } from './useReviewColumns';

type SortField =
  | 'lastModified'
  | 'dateCreated'
  | 'listing.title'
  | 'student.firstName'
  | 'student.lastName'
  | 'student.email';

type ReviewPageProps<Sort extends SortField> = {
  title: string;
  /** What the keyword is looked for in. */
  hint: string;
  list: List & {
    params: { keyword: string; sortField: Sort; sortDirection: SortDirection };
    search: (keyword: string) => void;
    change: (change: { sortField?: Sort; sortDirection?: SortDirection }) => void;
  };
  sortFields: readonly Sort[];
  filters: ReactNode;
  result: ListResult<ApplicationResponse>;
  columns: (review: (review: Review) => void) => readonly Column<ApplicationResponse>[];
  /** In whose name decisions are made, and how they are sent. */
  by: 'admin' | 'landlord';
  send: Parameters<typeof ReviewDialog>[0]['send'];
};

/** A desk of applications to decide on. */
export function ReviewPage<Sort extends SortField>(props: ReviewPageProps<Sort>) {
  const { title, hint, list, sortFields, filters, result, columns, by, send } = props;
  const { t } = useTranslation(['applications', 'lists']);
  usePageTitle(title);
  const nameOf = useApplicantName();
  const [review, setReview] = useState<Review>();
  const sortLabel = (field: SortField) =>
    field.startsWith('student.')
      ? t(`sort.${field as 'student.firstName' | 'student.lastName' | 'student.email'}`)
      : t(`lists:sort.${field as 'lastModified' | 'dateCreated' | 'listing.title'}`);

  return (
    <Container maxWidth={false} sx={{ maxWidth: 1536, py: { xs: 3, md: 5 } }}>
      <ListHeading title={title} count={result.data && t('count', { count: result.data.totalSize })} />
      <Sheet>
        <FilterBar
          hint={hint}
          keyword={list.params.keyword}
          onSearch={list.search}
          sortField={list.params.sortField}
          sortFields={sortFields.map((field) => ({ value: field, label: sortLabel(field) }))}
          sortDirection={list.params.sortDirection}
          onSort={list.change}
        >
          {filters}
        </FilterBar>
        <ListResults
          list={list}
          result={result}
          skeleton={<TableSkeleton />}
          empty={<Notice title={t('review.emptyTitle')} text={t('review.emptyText')} />}
        >
          {(rows) => <RecordTable caption={title} columns={columns(setReview)} rows={rows} />}
        </ListResults>
      </Sheet>
      <Pager page={list.params.page} totalPages={result.data?.totalPages ?? 0} onChange={list.goToPage} />
      {review && (
        <ReviewDialog
          {...review}
          by={by}
          name={nameOf(review.application)}
          send={send}
          onClose={() => setReview(undefined)}
        />
      )}
    </Container>
  );
}
