import type { ManagedListingResponse } from '../../../api/generated';
import type { ListingManager } from './listingManager';

/** The server refuses a copy of a listing that was taken down. */
export const canCopy = (reader: ListingManager, listing: ManagedListingResponse): boolean =>
  reader === 'landlord' && listing.takedownReason === null;
