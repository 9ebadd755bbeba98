import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../api/failure';
import type { ApplicationResponse, Decision } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';

export type Verdict = Exclude<Decision, 'PENDING'>;

/** A decision that somebody is about to make. */
export type Review = { application: ApplicationResponse; verdict: Verdict };

type ReviewDialogProps = Review & {
  /** In whose name it is made. */
  by: 'admin' | 'landlord';
  /** The applicant. */
  name: string;
  send: (args: { id: string; status: Verdict }) => Promise<{ error?: Failure }>;
  onClose: () => void;
};

/** Asks before a decision, which is made once. What the server says against it is shown here. */
export function ReviewDialog({ application, verdict, by, name, send, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('applications');
  const { failureText } = useErrorText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const intent = verdict === 'APPROVED' ? 'accept' : 'reject';
  const outcome = verdict === 'APPROVED' ? 'AcceptText' : 'RejectText';

  const confirm = async () => {
    setBusy(true);
    setFailure(undefined);
    const { error } = await send({ id: application.externalId, status: verdict });
    setBusy(false);
    if (error) setFailure(error);
    else onClose();
  };

  return (
    <ConfirmDialog
      title={t(`review.${intent}Title`)}
      confirmLabel={t(`review.${intent}`)}
      destructive={verdict === 'REJECTED'}
      busy={busy}
      failure={failure && failureText(failure)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t(`review.${by}${outcome}`, { name, title: application.listing.title })}
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {t('review.final')}
      </Typography>
    </ConfirmDialog>
  );
}
