import Alert from '@mui/material/Alert';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import { useErrorText } from '../../../i18n/useErrorText';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useRowNotices } from '../../../ui/list/table/rowNotices';
import { UserDetails } from '../../../ui/user/UserDetails';
import { displayName } from '../../../ui/user/displayName';
import { useShowToast } from '../../../ui/toast/toasts';
import { type ReviewAction, ReviewButtons } from './ReviewButtons';
import { DocumentDownload } from './DocumentDownload';
import { DocumentPreview } from './DocumentPreview';
import { applicantOf, documentOf, type Registration } from './registrations';
import styles from './RegistrationReviewDialog.module.css';

type RegistrationReviewDialogProps = {
  registration: Registration;
  send: (args: { id: string; approved: boolean }) => Promise<{ error?: Failure }>;
  /** Whether another registration is pending. */
  hasNext: boolean;
  onClose: () => void;
  /** Called after a decision, ours or an earlier one; `goOn`: the next one is to be shown. */
  onDecided: (goOn: boolean) => void;
};

/** Shows a registration to be reviewed. The decision is final. */
export function RegistrationReviewDialog(props: RegistrationReviewDialogProps) {
  const { registration, send, hasNext, onClose, onDecided } = props;
  const { t } = useTranslation('registrations');
  const showToast = useShowToast();
  const rowNotices = useRowNotices();
  const [sentAction, setSentAction] = useState<ReviewAction>();
  const applicant = applicantOf(registration);
  const name = displayName(applicant);

  const decide = async (action: ReviewAction) => {
    setSentAction(action);
    const id = registration.externalId;
    const outcome = action === 'reject' ? 'rejected' : 'approved';
    rowNotices.clear(id);
    const { error } = await send({ id, approved: outcome === 'approved' });
    // Failures show at the row: here the next dialog would cover them.
    onDecided(action === 'approveAndNext' && !error);
    // The usual reason is that another administrator was faster, which the list then shows.
    if (error) rowNotices.show({ id, title: t('review.refused', { name }), reason: error });
    else {
      showToast(t(`review.${outcome}`, { name }), 'success', {
        kind: `registration.${outcome}`,
        merged: (count) => t(`review.${outcome}Count`, { count }),
      });
    }
  };

  return (
    <Dialog
      title={t('review.title', { name })}
      size={'student' in registration ? 'document' : 'text'}
      closeByCross
      busy={sentAction !== undefined}
      onClose={onClose}
      actions={
        <ReviewButtons sentAction={sentAction} hasNext={hasNext} onAction={(action) => void decide(action)} />
      }
    >
      <div className={'student' in registration ? styles.columns : undefined}>
        <div>
          <UserDetails user={applicant} />
          <p className={styles.consequence}>{t('review.consequence')}</p>
        </div>
        {'student' in registration && <StudyDocument registration={registration} name={name} />}
      </div>
    </Dialog>
  );
}

/** The proof of study with its download and preview. */
function StudyDocument({ registration, name }: { registration: Registration; name: string }) {
  const { t } = useTranslation('registrations');
  const { failureText } = useErrorText();
  const [failure, setFailure] = useState<Failure>();
  const document = documentOf(registration);
  return (
    <section className={styles.document} aria-label={t('document.title')}>
      <div className={styles.head}>
        <div>
          <p>{t('document.title')}</p>
          <p className={styles.filename}>{document ? document.filename : t('document.deleted')}</p>
        </div>
        {document && <DocumentDownload document={document} name={name} onFailure={setFailure} />}
      </div>
      {failure && <Alert severity="error">{failureText(failure)}</Alert>}
      {document && <DocumentPreview id={document.externalId} name={name} />}
    </section>
  );
}
