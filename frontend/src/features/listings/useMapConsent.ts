import { useState } from 'react';

const storageKey = 'google_maps_consent';

function isStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true';
  } catch {
    return false;
  }
}

/** Whether the visitor lets the map provider know that they are here. Anything but a stored `true` means no. */
export function useMapConsent() {
  const [given, setGiven] = useState(isStored);
  return {
    given,
    give: () => {
      setGiven(true);
      keep(() => localStorage.setItem(storageKey, 'true'));
    },
    forget: () => {
      setGiven(false);
      keep(() => localStorage.removeItem(storageKey));
    },
  };
}

function keep(write: () => void): void {
  try {
    write();
  } catch {
    // Storage is blocked: the answer holds for this page only.
  }
}
