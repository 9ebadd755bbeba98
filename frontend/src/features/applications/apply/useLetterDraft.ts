import { useState } from 'react';
import { draftKey } from '../../../ui/form/drafts';

/**
 * Keeps an unsent letter: it survives a reload and the end of the session, and is deleted by a logout.
 * Session storage and the student's id in the key keep it from the next user of the device.
 */
export function useLetterDraft(studentId: string, listingId: string) {
  const key = draftKey(studentId, `letter/${listingId}`);
  const [letter] = useState(() => ignoreErrors(() => sessionStorage.getItem(key)) ?? '');
  return {
    /** The letter of an earlier visit, or empty. */
    letter,
    write: (text: string) => ignoreErrors(() => sessionStorage.setItem(key, text)),
    clear: () => ignoreErrors(() => sessionStorage.removeItem(key)),
  };
}

/** Where storage is blocked or full, the letter lives as long as the page. */
function ignoreErrors<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
