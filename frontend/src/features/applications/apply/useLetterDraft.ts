import { useState } from 'react';
import { draftKey } from '../../../ui/drafts/drafts';
import { tabDraft } from '../../../ui/drafts/tabDraft';

/**
 * Keeps an unsent letter: it survives a reload and the end of the session, and is deleted by a logout.
 * Session storage and the student's id in the key keep it from the next user of the device.
 */
export function useLetterDraft(studentId: string, listingId: string) {
  const { read, write, clear } = tabDraft(draftKey(studentId, `letter/${listingId}`));
  const [letter] = useState(read);
  return {
    /** The letter of an earlier visit, or empty. */
    letter,
    write,
    clear,
  };
}
