import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../i18n/useFormats';
import { DecisionBadge } from '../../ui/DecisionBadge';
import cells from '../../ui/list/RecordCell.module.css';
import type { Column } from '../../ui/list/RecordTable';
import { decideId } from '../../ui/list/useNextRow';
import { PersonCell } from '../../ui/person/PersonCell';
import { personName } from '../../ui/person/personName';
import { Waiting } from '../../ui/Waiting';
import { ProofDownload } from './ProofDownload';
import { type ApplicantKind, applicantOf, proofOf, type RegistrationRequest } from './requests';

type RequestColumn = Column<RegistrationRequest>;

/** The columns of the requests; landlords have nothing to prove. */
export function useRequestColumns(
  kind: ApplicantKind,
  onReview: (request: RegistrationRequest) => void,
): readonly RequestColumn[] {
  const { t } = useTranslation('registrationRequests');
  const { date } = useFormats();
  const proof: RequestColumn = {
    header: t('column.proof'),
    cell: (request) => <ProofCell request={request} />,
  };
  return [
    {
      header: t('column.user'),
      wide: true,
      cell: (request) => <PersonCell person={applicantOf(request)} ofPeople />,
    },
    {
      header: t('column.status'),
      cell: ({ status, waitingSince, overdue }) => (
        <>
          <DecisionBadge decision={status} />
          <Waiting since={waitingSince} overdue={overdue} />
        </>
      ),
    },
    {
      header: t('column.lastModified'),
      cell: ({ lastModified }) => <span className={cells.date}>{date(lastModified)}</span>,
    },
    ...(kind === 'students' ? [proof] : []),
    {
      header: t('column.review'),
      wide: true,
      cell: (request) => <ReviewCell request={request} onReview={onReview} />,
    },
  ];
}

function ProofCell({ request }: { request: RegistrationRequest }) {
  const { t } = useTranslation('registrationRequests');
  const proof = proofOf(request);
  if (!proof) return <span className={cells.muted}>{t('proof.gone')}</span>;
  return <ProofDownload proof={proof} name={personName(applicantOf(request))} />;
}

type ReviewCellProps = { request: RegistrationRequest; onReview: (request: RegistrationRequest) => void };

function ReviewCell({ request, onReview }: ReviewCellProps) {
  const { t } = useTranslation('registrationRequests');
  if (request.status !== 'PENDING') return <span className={cells.muted}>{t('review.decided')}</span>;
  return (
    <div className={cells.buttons}>
      <Button
        id={decideId(request)}
        size="small"
        variant="contained"
        aria-haspopup="dialog"
        aria-label={t('review.openNamed', { name: personName(applicantOf(request)) })}
        onClick={() => onReview(request)}
        sx={{ minHeight: { xs: 44, lg: 36 } }}
      >
        {t('review.open')}
      </Button>
    </div>
  );
}
