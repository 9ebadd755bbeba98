import { useState } from 'react';

const storageKey = 'google_maps_consent';

function isStored(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'true';
  } catch {
    return false;
  }
}

/** The consent to load the map of another provider. Any stored value but `true` means no. */
export function useMapConsent() {
  const [isGiven, setIsGiven] = useState(isStored);
  return {
    isGiven,
    give: () => {
      setIsGiven(true);
      tryWrite(() => localStorage.setItem(storageKey, 'true'));
    },
    withdraw: () => {
      setIsGiven(false);
      tryWrite(() => localStorage.removeItem(storageKey));
    },
  };
}

function tryWrite(write: () => void): void {
  try {
    write();
  } catch {
    // Storage is blocked: the consent is valid for this page only.
  }
}
