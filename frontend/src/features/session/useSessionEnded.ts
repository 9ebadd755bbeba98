import { useEffect, useSyncExternalStore } from 'react';
import { clearSessionEnd, hasSessionEnded, subscribeToToken } from '../../api/token';

/** Whether the session ended without a logout. Leaving the page removes the flag. */
export function useSessionEnded(): boolean {
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // Effects may run again on the same page.
      if (window.location.pathname !== pathname) clearSessionEnd();
    };
  }, []);
  return useSyncExternalStore(subscribeToToken, hasSessionEnded);
}
