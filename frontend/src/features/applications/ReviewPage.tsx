import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import type { ListResult } from '../../ui/list/ListResults';
import type { Column } from '../../ui/list/RecordTable';
import { type TableList, TablePage } from '../../ui/list/TablePage';
import { type Review, ReviewDialog } from './ReviewDialog';
import { useApplicantName } from './useReviewColumns';
import { useReviewDesk } from './useReviewDesk';

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
  /** The way to what has waited longest. */
  shortcut: ReactNode;
  result: ListResult<ApplicationResponse>;
  columns: (review: (review: Review) => void) => readonly Column<ApplicationResponse>[];
  /** In whose name decisions are made, which are theirs, and how they are sent. */
  by: 'admin' | 'landlord';
  isOpen: (application: ApplicationResponse) => boolean;
  send: Parameters<typeof useReviewDesk>[2];
};

/** A desk of applications to decide on. */
export function ReviewPage<Sort extends SortField>(props: ReviewPageProps<Sort>) {
  const { title, hint, list, sortFields, filters, shortcut, result, columns, by, isOpen, send } = props;
  // With the texts of the rows: rows that wait for theirs take the page along, and the focus of whoever types in it.
  const { t } = useTranslation(['applications', 'lists', 'people']);
  const nameOf = useApplicantName();
  const desk = useReviewDesk(result.data?.payload ?? [], isOpen, send);
  const sortLabel = (field: SortField) =>
    field.startsWith('student.')
      ? t(`sort.${field as 'student.firstName' | 'student.lastName' | 'student.email'}`)
      : t(`lists:sort.${field as 'lastModified' | 'dateCreated' | 'listing.title'}`);

  return (
    <TablePage
      title={title}
      count={(count) => t('count', { count })}
      shortcut={shortcut}
      headingRef={desk.headingRef}
      alert={desk.refused && <Refusal {...desk.refused} onClose={desk.dismiss} />}
      hint={hint}
      list={list}
      sortFields={sortFields.map((field) => ({ value: field, label: sortLabel(field) }))}
      filters={filters}
      columns={columns(desk.ask)}
      result={result}
      empty={{ title: t('review.emptyTitle'), text: t('review.emptyText') }}
    >
      <p role="status" className="visually-hidden">
        {desk.done && t(`review.done.${desk.done.verdict}`, { name: nameOf(desk.done.application) })}
      </p>
      {desk.asking && (
        <ReviewDialog
          {...desk.asking}
          by={by}
          name={nameOf(desk.asking.application)}
          onConfirm={desk.confirm}
          onClose={desk.cancel}
        />
      )}
    </TablePage>
  );
}

type RefusalProps = NonNullable<ReturnType<typeof useReviewDesk>['refused']> & { onClose: () => void };

/** What the server said against a decision, whose row is as before, or as somebody else has decided. */
function Refusal({ review, failure, onClose }: RefusalProps) {
  const { t } = useTranslation(['applications', 'shell']);
  const { failureText } = useErrorText();
  const nameOf = useApplicantName();
  return (
    <Alert severity="error" closeText={t('shell:toast.close')} onClose={onClose} sx={{ mb: 2 }}>
      <AlertTitle>{t('review.refused', { name: nameOf(review.application) })}</AlertTitle>
      {failureText(failure)}
    </Alert>
  );
}
