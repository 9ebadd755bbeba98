import { sendLogout } from '../../api/logout';
import { readToken } from '../../api/token';
import { useClearSession } from './useClearSession';

/**
 * Ends the current session on the server and on this device, without navigation. After a password
 * was set by a link, the next step is to log in with it.
 */
export function useEndSession(): () => Promise<void> {
  const clearSession = useClearSession();
  return async () => {
    if (readToken() === null) return;
    await sendLogout();
    clearSession();
  };
}
