import { useEffect, useSyncExternalStore } from 'react';
import { forgetSessionEnd, hasSessionEnded, subscribeToToken } from '../../api/token';

/** Whether the reader is on this page because the session ended by itself. Told once: leaving the page forgets it. */
export function useSessionEnd(): boolean {
  useEffect(() => {
    const { pathname } = window.location;
    return () => {
      // Effects may be run anew on the same page.
      if (window.location.pathname !== pathname) forgetSessionEnd();
    };
  }, []);
  return useSyncExternalStore(subscribeToToken, hasSessionEnded);
}
