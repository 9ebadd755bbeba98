import { removeLocalImages } from '../../listing-images/openLocalImageStore';
import { removeDraft } from './draftStorage';

/**
 * Removes what is on this device for a listing that no longer exists, also while another tab has it
 * open: it can never be saved.
 */
export function removeListingDraft(userId: string, listingId: string): void {
  removeDraft(userId, listingId);
  void removeLocalImages(userId, listingId);
}
