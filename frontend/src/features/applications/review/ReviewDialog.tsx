import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import space from '../../../ui/layout/space.module.css';

export type FinalDecision = Exclude<Decision, 'PENDING'>;

/** A decision to be confirmed. */
export type Review = { application: ApplicationResponse; decision: FinalDecision };

type ReviewDialogProps = Review & {
  /** The role that decides. */
  by: 'administrator' | 'landlord';
  /** The applicant's name. */
  name: string;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before a decision, which is final. */
export function ReviewDialog({ application, decision, by, name, onConfirm, onClose }: ReviewDialogProps) {
  const { t } = useTranslation('applications');
  const intent = decision === 'APPROVED' ? 'accept' : 'reject';
  const outcome = decision === 'APPROVED' ? 'AcceptText' : 'RejectText';
  return (
    <ConfirmDialog
      title={t(`review.${intent}Title`)}
      confirmLabel={t(`review.${intent}`)}
      destructive={decision === 'REJECTED'}
      confirmFocused
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {t(`review.${by}${outcome}`, { name, title: application.listing.title })}
      <Typography variant="body2" color="textSecondary" className={space.above8}>
        {t('review.final')}
      </Typography>
    </ConfirmDialog>
  );
}
