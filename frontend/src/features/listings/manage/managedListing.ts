import type { ManagedListingResponse } from '../../../api/generated';

/** Who reads a list of listings with their actions. */
export type ListingManager = 'landlord' | 'administrator';

/** A dialog of a managed listing. */
export type ListingDialog = { kind: 'status' | 'copy' | 'delete'; listing: ManagedListingResponse };

/** The server refuses a copy of a listing that was taken down. */
export const canCopy = (reader: ListingManager, listing: ManagedListingResponse): boolean =>
  reader === 'landlord' && listing.takedownReason === null;
