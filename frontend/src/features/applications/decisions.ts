import type { ApplicationResponse, Decision } from '../../api/generated';

/** What an application's badge says: the administrator's decision until it is an approval, then the landlord's. */
export const badgeDecision = (application: ApplicationResponse): Decision =>
  application.administratorApprovalStatus === 'APPROVED'
    ? application.status
    : application.administratorApprovalStatus;

/** An application can be taken back while it is open. */
export const isDeletable = ({ status, administratorApprovalStatus }: ApplicationResponse): boolean =>
  status === 'PENDING' && administratorApprovalStatus !== 'REJECTED';
