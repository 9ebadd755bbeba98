import type { ManagedListingResponse } from '../../../api/generated';

/** Who reads a list of listings with their actions. */
export type ListingManager = 'landlord' | 'administrator';

/** A dialog of a managed listing. */
export type ListingDialog = { kind: 'status' | 'copy' | 'delete'; listing: ManagedListingResponse };
