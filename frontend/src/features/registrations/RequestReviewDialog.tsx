import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import { Dialog } from '../../ui/dialog/Dialog';
import { useRowNotices } from '../../ui/list/rowNotices';
import { PersonFacts } from '../../ui/person/PersonFacts';
import { personName } from '../../ui/person/personName';
import { useShowToast } from '../../ui/toasts';
import { type Answer, ReviewButtons } from './ReviewButtons';
import { ProofDownload } from './ProofDownload';
import { ProofPreview } from './ProofPreview';
import { applicantOf, proofOf, type RegistrationRequest } from './requests';
import styles from './RequestReviewDialog.module.css';

type RequestReviewDialogProps = {
  request: RegistrationRequest;
  send: (args: { id: string; approved: boolean }) => Promise<{ error?: Failure }>;
  /** Another request waits. */
  hasNext: boolean;
  onClose: () => void;
  /** Decided, by us or by somebody else before; `goOn`: the next one is to be shown. */
  onDecided: (goOn: boolean) => void;
};

/** All that is needed to decide about a request, in one place. The decision is made once. */
export function RequestReviewDialog(props: RequestReviewDialogProps) {
  const { request, send, hasNext, onClose, onDecided } = props;
  const { t } = useTranslation('registrationRequests');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [sending, setSending] = useState<Answer>();
  const applicant = applicantOf(request);
  const name = personName(applicant);

  const decide = async (answer: Answer) => {
    setSending(answer);
    const id = request.externalId;
    const verdict = answer === 'reject' ? 'rejected' : 'approved';
    rowNotices.clear(id);
    const { error } = await send({ id, approved: verdict === 'approved' });
    // What went wrong is said at the row, which the next dialog would cover.
    onDecided(answer === 'approveAndNext' && !error);
    // The usual reason for a refusal is that a colleague was faster, which the list then shows.
    if (error) rowNotices.show({ id, title: t('review.refused', { name }), reason: error });
    else {
      showToast(t(`review.${verdict}`, { name }), 'success', {
        kind: `registration.${verdict}`,
        merged: (count) => t(`review.${verdict}Count`, { count }),
      });
    }
  };

  return (
    <Dialog
      title={t('review.title', { name })}
      size={'student' in request ? 'document' : 'text'}
      closeByCross
      busy={sending !== undefined}
      onClose={onClose}
      actions={
        <ReviewButtons sending={sending} hasNext={hasNext} onAnswer={(answer) => void decide(answer)} />
      }
    >
      <div className={'student' in request ? styles.columns : undefined}>
        <div>
          <PersonFacts person={applicant} />
          <p className={styles.consequence}>{t('review.consequence')}</p>
        </div>
        {'student' in request && <Proof request={request} name={name} />}
      </div>
    </Dialog>
  );
}

/** The proof of study: to be looked at here, and to be taken along. */
function Proof({ request, name }: { request: RegistrationRequest; name: string }) {
  const { t } = useTranslation('registrationRequests');
  const { failureText } = useErrorText();
  const [failure, setFailure] = useState<Failure>();
  const proof = proofOf(request);
  return (
    <section className={styles.proof} aria-label={t('proof.title')}>
      <div className={styles.head}>
        <div>
          <p>{t('proof.title')}</p>
          <p className={styles.filename}>{proof ? proof.filename : t('proof.gone')}</p>
        </div>
        {proof && <ProofDownload proof={proof} name={name} onFailure={setFailure} />}
      </div>
      {failure && <Alert severity="error">{failureText(failure)}</Alert>}
      {proof && <ProofPreview id={proof.externalId} name={name} />}
    </section>
  );
}
