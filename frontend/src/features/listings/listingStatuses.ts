import type { ListingStatus } from '../../api/generated';

/** The values of the enum in the order in which they are offered; OpenAPI enums exist as types only. */
export const listingStatuses = [
  'DRAFT',
  'ARCHIVED',
  'AVAILABLE',
  'RENTED',
] as const satisfies readonly ListingStatus[];
