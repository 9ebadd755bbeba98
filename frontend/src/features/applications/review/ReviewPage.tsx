import Alert from '@mui/material/Alert';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../api/generated';
import type { ListResult } from '../../../ui/list/ListResults';
import type { Column } from '../../../ui/list/table/RecordTable';
import { preload } from '../../../ui/lazy/lazyPart';
import { RowNotice } from '../../../ui/list/table/RowNotice';
import { type TableList, TablePage } from '../../../ui/list/table/TablePage';
import { AcceptedNotice } from '../AcceptedNotice';
import { LetterDialog } from './LetterDialog';
import styles from './ReviewNotice.module.css';
import { type Review, ReviewDialog } from './ReviewDialog';
import { loadRejectDialog } from './rejection/loadRejectDialog';
import type { Letting } from './letting/useLetting';
import type { SendDecision } from './useDecisions';
import { useApplicantName } from './useReviewColumns';
import { useReviewQueue } from './useReviewQueue';

const sortLabels = {
  lastModified: 'lists:sort.lastModified',
  dateCreated: 'lists:sort.dateCreated',
  'listing.title': 'lists:sort.listing.title',
  'student.firstName': 'sort.student.firstName',
  'student.lastName': 'sort.student.lastName',
  'student.email': 'sort.student.email',
} as const;
type SortField = keyof typeof sortLabels;

type ReviewPageProps<Sort extends SortField> = {
  title: string;
  /** The fields that the keyword is searched in. */
  hint: string;
  list: TableList<Sort>;
  sortFields: readonly Sort[];
  filters: ReactNode;
  /** The listing that the list is limited to, if it is. */
  listingFilter?: ReactNode;
  /** Shown above the list, unless something was just accepted. */
  notice?: ReactNode;
  /** For a landlord: asks after an approval whether the listing is let. */
  letting?: Letting;
  /** A filter for what has waited longest. */
  shortcut: ReactNode;
  /** A download of the same rows. */
  download?: ReactNode;
  result: ListResult<ApplicationResponse>;
  /** A dialog of the page itself. */
  dialog?: ReactNode;
  columns: (queue: {
    startReview: (review: Review) => void;
    openLetter: (application: ApplicationResponse) => void;
  }) => readonly Column<ApplicationResponse>[];
  /** The role that decides, the applications it may decide, and the mutation. */
  by: 'administrator' | 'landlord';
  isOpen: (application: ApplicationResponse) => boolean;
  send: SendDecision;
};

/** A list of applications to review. */
export function ReviewPage<Sort extends SortField>(props: ReviewPageProps<Sort>) {
  const { title, hint, list, sortFields, filters, shortcut, result, columns, by, isOpen, send } = props;
  // Includes the namespaces of the rows: a row that waits for its own would suspend the page, and
  // take the focus from the fields.
  const { t } = useTranslation(['applications', 'lists', 'userDetails']);
  const nameOf = useApplicantName();
  const queue = useReviewQueue(result.data?.payload ?? [], isOpen, send);
  const { lastReview } = queue;
  // The dialog is loaded ahead, because reviews are the main task of the page.
  useEffect(() => preload(loadRejectDialog), []);
  const resultText =
    lastReview && t(`review.done.${lastReview.decision}`, { name: nameOf(lastReview.application) });
  const accepted = props.letting && queue.accepted && (
    <AcceptedNotice
      key={queue.accepted.externalId}
      application={queue.accepted}
      letting={props.letting}
      onClose={queue.closeAccepted}
      onFollow={() => {
        queue.closeAccepted();
        queue.closeLetter();
      }}
    />
  );

  return (
    <TablePage
      title={title}
      count={(count) => t('count', { count })}
      shortcut={shortcut}
      download={props.download}
      headingRef={queue.headingRef}
      alert={
        <>
          {props.listingFilter}
          {accepted || props.notice}
        </>
      }
      hint={hint}
      list={list}
      sortFields={sortFields.map((field) => ({ value: field, label: t(sortLabels[field]) }))}
      filters={filters}
      columns={columns(queue)}
      result={result}
      empty={{ title: t('review.emptyTitle'), text: t('review.emptyText') }}
    >
      <p role="status" className="visually-hidden">
        {resultText}
      </p>
      {queue.letter && (
        <LetterDialog
          application={queue.letter}
          name={nameOf(queue.letter)}
          canReview={isOpen(queue.letter)}
          notice={
            <>
              {queue.lastReviewedId && <RowNotice id={queue.lastReviewedId} />}
              {accepted || <ReviewResult text={resultText} />}
            </>
          }
          onReview={(decision) => queue.letter && queue.startReview({ application: queue.letter, decision })}
          onClose={queue.closeLetter}
        />
      )}
      {queue.startedReview && (
        <ReviewDialog
          {...queue.startedReview}
          by={by}
          name={nameOf(queue.startedReview.application)}
          grounds={queue.unsentGrounds(queue.startedReview.application)}
          onConfirm={queue.confirmReview}
          onClose={queue.cancelReview}
        />
      )}
      {props.dialog}
    </TablePage>
  );
}

/** The result of the previous review, above a letter. */
function ReviewResult({ text }: { text: string | undefined }) {
  return (
    <div role="status">
      {text && (
        <Alert severity="success" className={styles.notice ?? ''}>
          {text}
        </Alert>
      )}
    </div>
  );
}
