import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse, Decision } from '../../api/generated';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog';

export type Verdict = Exclude<Decision, 'PENDING'>;

/** A decision that somebody is about to make. */
export type Review = { application: ApplicationResponse; verdict: Verdict };

type ReviewDialogProps = Review & {
  /** In whose name it is made. */
  by: 'admin' | 'landlord';
  /** The applicant. */
  name: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a decision, which is made once. */
export function ReviewDialog({ application, verdict, by, name, onConfirm, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('applications');
  const intent = verdict === 'APPROVED' ? 'accept' : 'reject';
  const outcome = verdict === 'APPROVED' ? 'AcceptText' : 'RejectText';
  return (
    <ConfirmDialog
      title={t(`review.${intent}Title`)}
      confirmLabel={t(`review.${intent}`)}
      destructive={verdict === 'REJECTED'}
      confirmFocused
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t(`review.${by}${outcome}`, { name, title: application.listing.title })}
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {t('review.final')}
      </Typography>
    </ConfirmDialog>
  );
}
