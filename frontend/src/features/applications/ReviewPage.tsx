import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import type { ListResult } from '../../ui/list/ListResults';
import type { Column } from '../../ui/list/RecordTable';
import { RowNotice } from '../../ui/list/RowNotice';
import { type TableList, TablePage } from '../../ui/list/TablePage';
import { AcceptedNotice } from './AcceptedNotice';
import { LetterDialog } from './LetterDialog';
import styles from './ReviewPage.module.css';
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
  /** The same rows as a file. */
  download?: ReactNode;
  result: ListResult<ApplicationResponse>;
  columns: (desk: {
    ask: (review: Review) => void;
    read: (application: ApplicationResponse) => void;
  }) => readonly Column<ApplicationResponse>[];
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
  const done = desk.done && t(`review.done.${desk.done.verdict}`, { name: nameOf(desk.done.application) });
  const accepted = by === 'landlord' && desk.accepted && (
    <AcceptedNotice
      application={desk.accepted}
      onClose={desk.closeAccepted}
      onFollow={() => {
        desk.closeAccepted();
        desk.closeLetter();
      }}
    />
  );
  const sortLabel = (field: SortField) =>
    field.startsWith('student.')
      ? t(`sort.${field as 'student.firstName' | 'student.lastName' | 'student.email'}`)
      : t(`lists:sort.${field as 'lastModified' | 'dateCreated' | 'listing.title'}`);

  return (
    <TablePage
      title={title}
      count={(count) => t('count', { count })}
      shortcut={shortcut}
      download={props.download}
      headingRef={desk.headingRef}
      alert={accepted}
      hint={hint}
      list={list}
      sortFields={sortFields.map((field) => ({ value: field, label: sortLabel(field) }))}
      filters={filters}
      columns={columns(desk)}
      result={result}
      empty={{ title: t('review.emptyTitle'), text: t('review.emptyText') }}
    >
      <p role="status" className="visually-hidden">
        {done}
      </p>
      {desk.reading && (
        <LetterDialog
          application={desk.reading}
          name={nameOf(desk.reading)}
          open={isOpen(desk.reading)}
          notice={
            <>
              {desk.lastId && <RowNotice id={desk.lastId} />}
              {accepted || <Done text={done} />}
            </>
          }
          onReview={(verdict) => desk.reading && desk.ask({ application: desk.reading, verdict })}
          onClose={desk.closeLetter}
        />
      )}
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

/** Above a letter: what became of the one before. */
function Done({ text }: { text: string | undefined }) {
  return (
    <div role="status">
      {text && (
        <Alert severity="success" className={styles.done ?? ''}>
          {text}
        </Alert>
      )}
    </div>
  );
}
