import { useState } from 'react';

/**
 * Keeps an unsent letter: it survives a reload and the end of the session. Session storage and the
 * student's id in the key keep it from the next user of the device.
 */
export function useLetterDraft(studentId: string, listingId: string) {
  const key = `letter/${studentId}/${listingId}`;
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
