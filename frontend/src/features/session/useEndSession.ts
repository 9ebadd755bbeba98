import { useLogoutMutation } from '../../api/startEndpoints';
import { readToken } from '../../api/token';
import { useForgetSession } from './useForgetSession';

/**
 * Ends the session of whoever is logged in here, on the server and on this device,
 * without going anywhere. After a password was set by a link, the next step is to
 * log in with it, and not to go on as somebody else.
 */
export function useEndSession(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const forget = useForgetSession();
  return async () => {
    if (readToken() === null) return;
    // Without a connection the session ends on this device at least.
    await logout()
      .unwrap()
      .catch(() => undefined);
    forget();
  };
}
