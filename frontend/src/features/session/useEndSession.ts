import { useLogoutMutation } from '../../api/initialEndpoints';
import { readToken } from '../../api/token';
import { useClearSession } from './useClearSession';

/**
 * Ends the current session on the server and on this device, without navigation. After a password
 * was set by a link, the next step is to log in with it.
 */
export function useEndSession(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const clearSession = useClearSession();
  return async () => {
    if (readToken() === null) return;
    // Offline, the session ends on this device only.
    await logout()
      .unwrap()
      .catch(() => undefined);
    clearSession();
  };
}
