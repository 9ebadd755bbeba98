import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse, Decision } from '../../../api/generated';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import space from '../../../ui/layout/space.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';
import { loadRejectDialog } from './rejection/loadRejectDialog';
import type { Grounds } from './rejection/RejectDialog';

const RejectDialog = lazyPart(loadRejectDialog, overlay);

export type FinalDecision = Exclude<Decision, 'PENDING'>;

/** A decision to be confirmed. */
export type Review = { application: ApplicationResponse; decision: FinalDecision };

type ReviewDialogProps = Review & {
  /** The role that decides. */
  by: 'administrator' | 'landlord';
  /** The applicant's name. */
  name: string;
  /** The grounds of a rejection that failed. */
  grounds: Grounds | undefined;
  onConfirm: (grounds: Grounds) => void;
  onClose: () => void;
};

/** Asks before a decision, which is final. */
export function ReviewDialog({ decision, ...props }: ReviewDialogProps) {
  const { application, by, name, onConfirm, onClose } = props;
  const { t } = useTranslation('applications');
  // The server sends a deactivated student no email.
  const isInactive = by === 'landlord' && application.student?.status === 'INACTIVE';
  const text = isInactive ? 'review.landlordAcceptTextInactive' : (`review.${by}AcceptText` as const);
  if (decision === 'REJECTED') return <RejectDialog {...props} />;
  return (
    <ConfirmDialog
      title={t('review.acceptTitle')}
      confirmLabel={t('review.accept')}
      confirmFocused
      onConfirm={() => onConfirm({})}
      onClose={onClose}
    >
      {t(text, { name, title: application.listing.title })}
      <Typography variant="body2" color="textSecondary" className={space.above8}>
        {t('review.final')}
      </Typography>
    </ConfirmDialog>
  );
}
