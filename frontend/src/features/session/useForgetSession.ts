import { useDispatch } from 'react-redux';
import { api } from '../../api/startEndpoints';
import { clearToken } from '../../api/token';
import { forgetDrafts } from '../../ui/form/drafts';
import { useCurrentUser } from './useCurrentUser';

/** Forgets on this device who was logged in, and everything that they read and typed. */
export function useForgetSession(): () => void {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  return () => {
    if (user) forgetDrafts(user.externalId);
    clearToken();
    dispatch(api.util.resetApiState());
  };
}
