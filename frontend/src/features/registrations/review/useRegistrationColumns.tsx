import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import { useFormats } from '../../../i18n/useFormats';
import { DecisionBadge } from '../../../ui/badge/DecisionBadge';
import cells from '../../../ui/list/table/RecordCell.module.css';
import type { Column } from '../../../ui/list/table/RecordTable';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { SelectBox } from '../../../ui/list/table/SelectBox';
import { reviewButtonId } from '../../../ui/list/table/useFocusNextRow';
import type { Selection } from '../../../ui/list/table/useSelection';
import { UserCell } from '../../../ui/user/UserCell';
import { displayName } from '../../../ui/user/displayName';
import { WaitingTime } from '../../../ui/badge/WaitingTime';
import { DocumentDownload } from './DocumentDownload';
import { type ApplicantKind, applicantOf, documentOf, type Registration } from './registrations';

type RegistrationColumn = Column<Registration>;

/** The columns of the registrations; only students have a document. */
export function useRegistrationColumns(
  kind: ApplicantKind,
  onReview: (registration: Registration) => void,
  selection: Selection<Registration>,
): readonly RegistrationColumn[] {
  const { t } = useTranslation('registrations');
  const { date } = useFormats();
  const documentColumn: RegistrationColumn = {
    header: t('column.document'),
    width: '12.5rem',
    cell: (registration) => <DocumentCell registration={registration} />,
  };
  return [
    {
      header: t('column.user'),
      wide: true,
      cell: (registration) => (
        <SelectBox
          selection={selection}
          row={registration}
          label={t('selectNamed', { name: displayName(applicantOf(registration)) })}
        >
          <UserCell user={applicantOf(registration)} inUserList />
        </SelectBox>
      ),
    },
    {
      header: t('column.status'),
      width: '12rem',
      cell: ({ status, waitingSince, overdue }) => (
        <>
          <DecisionBadge decision={status} />
          <WaitingTime since={waitingSince} overdue={overdue} />
        </>
      ),
    },
    {
      header: t('column.lastModified'),
      width: '9rem',
      cell: ({ lastModified }) => <span className={cells.date}>{date(lastModified)}</span>,
    },
    ...(kind === 'students' ? [documentColumn] : []),
    {
      header: t('column.review'),
      width: '10rem',
      wide: true,
      cell: (registration) => <ReviewCell registration={registration} onReview={onReview} />,
    },
  ];
}

function DocumentCell({ registration }: { registration: Registration }) {
  const { t } = useTranslation('registrations');
  const rowNotices = useRowNotices();
  const document = documentOf(registration);
  if (!document) return <span className={cells.muted}>{t('document.deleted')}</span>;
  const name = displayName(applicantOf(registration));
  const showFailure = (failure: Failure) => {
    const id = registration.externalId;
    if (!failure) rowNotices.clear(id);
    else rowNotices.show({ id, title: t('document.failed', { name }), reason: failure });
  };
  return <DocumentDownload document={document} name={name} onFailure={showFailure} />;
}

type ReviewCellProps = { registration: Registration; onReview: (registration: Registration) => void };

function ReviewCell({ registration, onReview }: ReviewCellProps) {
  const { t } = useTranslation('registrations');
  if (registration.status !== 'PENDING') return <span className={cells.muted}>{t('review.decided')}</span>;
  return (
    <div className={cells.buttons}>
      <Button
        id={reviewButtonId(registration)}
        size="small"
        variant="contained"
        aria-haspopup="dialog"
        aria-label={t('review.openNamed', { name: displayName(applicantOf(registration)) })}
        onClick={() => onReview(registration)}
      >
        {t('review.open')}
      </Button>
    </div>
  );
}
