import { useState } from 'react';

/**
 * A letter that is being written, kept until it is sent: it survives a reload
 * and a session that ends meanwhile. It lives in this tab only and under its
 * writer's name, because a letter is nothing for the next person at the device.
 */
export function useLetterDraft(studentId: string, listingId: string) {
  const key = `letter/${studentId}/${listingId}`;
  const [letter, setLetter] = useState(() => attempt(() => sessionStorage.getItem(key)) ?? '');
  return {
    letter,
    write: (text: string) => {
      setLetter(text);
      attempt(() => sessionStorage.setItem(key, text));
    },
    forget: () => attempt(() => sessionStorage.removeItem(key)),
  };
}

/** Where storage is blocked or full the letter lives as long as the page. */
function attempt<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
