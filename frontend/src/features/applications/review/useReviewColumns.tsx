import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import cells from '../../../ui/list/table/RecordCell.module.css';
import type { Column } from '../../../ui/list/table/RecordTable';
import { reviewButtonId } from '../../../ui/list/table/useFocusNextRow';
import { UserCell } from '../../../ui/user/UserCell';
import { displayName } from '../../../ui/user/displayName';
import { WaitingTime } from '../../../ui/badge/WaitingTime';
import { DecisionLabel } from '../DecisionLabel';
import { LetterCell } from './LetterCell';
import { ListingCell } from './ListingCell';
import { ReviewCell } from './ReviewCell';
import type { Review } from './ReviewDialog';

type ApplicationColumn = Column<ApplicationResponse>;
type Read<T> = (application: ApplicationResponse) => T;

/** The columns of review lists; each page chooses its own. */
export function useReviewColumns() {
  const { t } = useTranslation('applications');
  const { date } = useFormats();
  const nameOf = useApplicantName();
  return {
    student: (contactLater: Read<boolean>): ApplicationColumn => ({
      header: t('column.student'),
      wide: true,
      cell: (application) => (
        <UserCell
          user={application.student}
          note={contactLater(application) ? t('person.contactLater') : undefined}
        />
      ),
    }),
    letter: (onRead: (application: ApplicationResponse) => void): ApplicationColumn => ({
      header: t('column.letter'),
      width: '7rem',
      cell: (application) => (
        <LetterCell
          letter={application.applicationLetter}
          name={nameOf(application)}
          onRead={() => onRead(application)}
        />
      ),
    }),
    landlord: {
      header: t('column.landlord'),
      cell: ({ landlord }) => <UserCell user={landlord} />,
    } satisfies ApplicationColumn,
    listing: {
      header: t('column.listing'),
      cell: ({ listing }) => <ListingCell listing={listing} />,
    } satisfies ApplicationColumn,
    status: (decision: Read<Decision>): ApplicationColumn => ({
      header: t('column.status'),
      width: '9.5rem',
      cell: (application) => (
        <>
          <DecisionLabel decision={decision(application)} />
          {decision(application) === 'PENDING' && (
            <WaitingTime since={application.waitingSince} overdue={application.overdue} />
          )}
        </>
      ),
    }),
    lastModified: {
      header: t('column.lastModified'),
      width: '8.5rem',
      cell: ({ lastModified }) => <span className={cells.date}>{date(lastModified)}</span>,
    } satisfies ApplicationColumn,
    review: (
      isOpen: Read<boolean>,
      onReview: (review: Review) => void,
      /** Shown after the review. */
      afterwards?: Read<ReactNode>,
    ): ApplicationColumn => ({
      header: t('column.review'),
      width: 'clamp(8.5rem, 16vw, 14rem)',
      wide: true,
      cell: (application) => (
        <ReviewCell
          canReview={isOpen(application)}
          name={nameOf(application)}
          id={reviewButtonId(application)}
          onReview={(decision) => onReview({ application, decision })}
        >
          {afterwards?.(application)}
        </ReviewCell>
      ),
    }),
    landlordReview: {
      header: t('column.landlordReview'),
      width: '9rem',
      cell: ({ administratorApprovalStatus, status }) =>
        administratorApprovalStatus === 'APPROVED' ? <DecisionLabel decision={status} /> : null,
    } satisfies ApplicationColumn,
  };
}

/** The applicant's name; after erasure none is stored. */
export function useApplicantName(): Read<string> {
  const { t } = useTranslation('applications');
  return ({ student }) => (student ? displayName(student) : t('erased'));
}
