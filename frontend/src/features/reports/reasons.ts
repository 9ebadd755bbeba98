import type { ReportReason } from '../../api/generated';

/** In the order of the form. */
export const reportReasons = [
  'FRAUD',
  'DISCRIMINATION',
  'WRONG_DATA',
  'OTHER',
] as const satisfies readonly ReportReason[];
