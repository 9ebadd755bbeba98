import { useNavigate } from 'react-router-dom';
import { sendLogout } from '../../api/logout';
import { paths } from '../../app/paths';
import { useClearSession } from './useClearSession';

/** Clears the session on this device and goes home, while the server ends the session. */
export function useLogout(): () => void {
  const navigate = useNavigate();
  const clearSession = useClearSession();
  return () => {
    // Both before the token is removed: the request needs it, and the guard of the page would
    // redirect to the login.
    void sendLogout();
    void navigate(paths.home.href());
    clearSession();
  };
}
