import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import { useErrorText } from '../../i18n/useErrorText';
import { Dialog } from '../../ui/dialog/Dialog';
import { PersonFacts } from '../../ui/person/PersonFacts';
import { personName } from '../../ui/person/personName';
import { showToast } from '../../ui/toasts';
import { ProofDownload } from './ProofDownload';
import { applicantOf, proofOf, type RegistrationRequest } from './requests';
import styles from './RequestReviewDialog.module.css';

type Verdict = 'approved' | 'rejected';

type RequestReviewDialogProps = {
  request: RegistrationRequest;
  send: (args: { id: string; approved: boolean }) => Promise<{ error?: Failure }>;
  onClose: () => void;
  /** Decided, by us or by somebody else before. */
  onDecided: () => void;
};

/** All that is needed to decide about a request, in one place. The decision is made once. */
export function RequestReviewDialog(props: RequestReviewDialogProps) {
  const { request, send, onClose, onDecided } = props;
  const { t } = useTranslation(['registrationRequests', 'shell']);
  const { failureText } = useErrorText();
  const [sending, setSending] = useState<Verdict>();
  const applicant = applicantOf(request);
  const name = personName(applicant);
  const proof = proofOf(request);
  const busy = sending !== undefined;

  const decide = async (verdict: Verdict) => {
    setSending(verdict);
    const { error } = await send({ id: request.externalId, approved: verdict === 'approved' });
    onDecided();
    // The usual reason for a refusal is that a colleague was faster, which the list then shows.
    if (error) showToast(failureText(error));
    else showToast(t(`review.${verdict}`, { name }), 'success');
  };

  return (
    <Dialog
      title={t('review.title', { name })}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={busy} onClick={onClose} sx={{ mr: 'auto' }}>
            {t('shell:dialog.cancel')}
          </Button>
          <Button
            variant="outlined"
            color="error"
            disabled={busy}
            loading={sending === 'rejected'}
            onClick={() => void decide('rejected')}
          >
            {t('review.reject')}
          </Button>
          <Button
            variant="contained"
            disabled={busy}
            loading={sending === 'approved'}
            onClick={() => void decide('approved')}
          >
            {t('review.approve')}
          </Button>
        </>
      }
    >
      <PersonFacts person={applicant} />
      {proof && (
        <div className={styles.proof}>
          <div>
            <p>{t('proof.title')}</p>
            <p className={styles.filename}>{proof.filename}</p>
          </div>
          <ProofDownload proof={proof} name={name} />
        </div>
      )}
      <Typography variant="body2" sx={{ mt: 2.5, color: 'text.secondary' }}>
        {t('review.consequence')}
      </Typography>
    </Dialog>
  );
}
