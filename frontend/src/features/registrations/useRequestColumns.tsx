import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import { useFormats } from '../../i18n/useFormats';
import { DecisionBadge } from '../../ui/DecisionBadge';
import cells from '../../ui/list/RecordCell.module.css';
import type { Column } from '../../ui/list/RecordTable';
import { useRowNotices } from '../../ui/list/rowNotices';
import { SelectBox } from '../../ui/list/SelectBox';
import { decideId } from '../../ui/list/useNextRow';
import type { Selection } from '../../ui/list/useSelection';
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
  selection: Selection<RegistrationRequest>,
): readonly RequestColumn[] {
  const { t } = useTranslation('registrationRequests');
  const { date } = useFormats();
  const proof: RequestColumn = {
    header: t('column.proof'),
    width: '12.5rem',
    cell: (request) => <ProofCell request={request} />,
  };
  return [
    {
      header: t('column.user'),
      wide: true,
      cell: (request) => (
        <SelectBox
          selection={selection}
          row={request}
          label={t('selectNamed', { name: personName(applicantOf(request)) })}
        >
          <PersonCell person={applicantOf(request)} ofPeople />
        </SelectBox>
      ),
    },
    {
      header: t('column.status'),
      width: '12rem',
      cell: ({ status, waitingSince, overdue }) => (
        <>
          <DecisionBadge decision={status} />
          <Waiting since={waitingSince} overdue={overdue} />
        </>
      ),
    },
    {
      header: t('column.lastModified'),
      width: '9rem',
      cell: ({ lastModified }) => <span className={cells.date}>{date(lastModified)}</span>,
    },
    ...(kind === 'students' ? [proof] : []),
    {
      header: t('column.review'),
      width: '10rem',
      wide: true,
      cell: (request) => <ReviewCell request={request} onReview={onReview} />,
    },
  ];
}

function ProofCell({ request }: { request: RegistrationRequest }) {
  const { t } = useTranslation('registrationRequests');
  const rowNotices = useRowNotices();
  const proof = proofOf(request);
  if (!proof) return <span className={cells.muted}>{t('proof.gone')}</span>;
  const name = personName(applicantOf(request));
  const showFailure = (failure: Failure) => {
    const id = request.externalId;
    if (!failure) rowNotices.clear(id);
    else rowNotices.show({ id, title: t('proof.failed', { name }), reason: failure });
  };
  return <ProofDownload proof={proof} name={name} onFailure={showFailure} />;
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
