import type { ListingStatus } from '../../api/generated';

/** In display order. OpenAPI enums are generated as types only. */
export const listingStatuses = [
  'DRAFT',
  'ARCHIVED',
  'AVAILABLE',
  'RENTED',
] as const satisfies readonly ListingStatus[];
