import { useNavigate } from 'react-router-dom';
import { useLogoutMutation } from '../../api/initialEndpoints';
import { paths } from '../../app/paths';
import { useClearSession } from './useClearSession';

/** Ends the session on the server, clears it on this device, and goes home. */
export function useLogout(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const navigate = useNavigate();
  const clearSession = useClearSession();
  return async () => {
    // Offline, the session ends on this device only.
    await logout()
      .unwrap()
      .catch(() => undefined);
    // Before the token is removed, or the guard of the page would redirect to the login.
    void navigate(paths.home.href());
    clearSession();
  };
}
