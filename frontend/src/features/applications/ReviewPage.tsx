import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import type { ListResult } from '../../ui/list/ListResults';
import type { Column } from '../../ui/list/RecordTable';
import { type TableList, TablePage } from '../../ui/list/TablePage';
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
  list: TableList<Sort>;
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
  const nameOf = useApplicantName();
  const [review, setReview] = useState<Review>();
  const sortLabel = (field: SortField) =>
    field.startsWith('student.')
      ? t(`sort.${field as 'student.firstName' | 'student.lastName' | 'student.email'}`)
      : t(`lists:sort.${field as 'lastModified' | 'dateCreated' | 'listing.title'}`);

  return (
    <TablePage
      title={title}
      count={(count) => t('count', { count })}
      hint={hint}
      list={list}
      sortFields={sortFields.map((field) => ({ value: field, label: sortLabel(field) }))}
      filters={filters}
      columns={columns(setReview)}
      result={result}
      empty={{ title: t('review.emptyTitle'), text: t('review.emptyText') }}
    >
      {review && (
        <ReviewDialog
          {...review}
          by={by}
          name={nameOf(review.application)}
          send={send}
          onClose={() => setReview(undefined)}
        />
      )}
    </TablePage>
  );
}
