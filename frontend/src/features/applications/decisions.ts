import type { ApplicationResponse, Decision } from '../../api/generated';

/** The badge shows the administrator's decision until it is an approval, then the landlord's. */
export const badgeDecision = (application: ApplicationResponse): Decision =>
  application.administratorApprovalStatus === 'APPROVED'
    ? application.status
    : application.administratorApprovalStatus;

/** An application can be withdrawn while it is pending. */
export const isWithdrawable = ({ status, administratorApprovalStatus }: ApplicationResponse): boolean =>
  status === 'PENDING' && administratorApprovalStatus !== 'REJECTED';
