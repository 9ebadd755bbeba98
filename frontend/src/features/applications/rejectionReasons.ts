import type { RejectionReason } from '../../api/generated';

/** In the order of the form. */
export const rejectionReasons = [
  'TAKEN',
  'OTHER_APPLICANT',
  'DATES',
  'NOT_SUITABLE',
  'INCOMPLETE',
] as const satisfies readonly RejectionReason[];

/** False for a reason that only a newer version of the server knows. */
export const isKnownReason = (reason: string): reason is RejectionReason =>
  (rejectionReasons as readonly string[]).includes(reason);
