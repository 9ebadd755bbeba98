import { useNavigate } from 'react-router-dom';
import { useLogoutMutation } from '../../api/startEndpoints';
import { paths } from '../../app/paths';
import { useForgetSession } from './useForgetSession';

/** Ends the session on the server, forgets everything that was read in it, and goes home. */
export function useLogout(): () => Promise<void> {
  const [logout] = useLogoutMutation();
  const navigate = useNavigate();
  const forget = useForgetSession();
  return async () => {
    // Without a connection the session ends on this device at least.
    await logout()
      .unwrap()
      .catch(() => undefined);
    // Before the token goes, or the guard of the page would send its visitor to the log-in.
    void navigate(paths.home.href());
    forget();
  };
}
