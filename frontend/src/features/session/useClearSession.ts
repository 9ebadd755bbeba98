import { useDispatch } from 'react-redux';
import { api } from '../../api/initialEndpoints';
import { clearToken } from '../../api/token';
import { deleteDrafts } from '../../ui/form/drafts';
import { useCurrentUser } from './useCurrentUser';

/** Removes the token, the cached responses and the user's drafts from this device. */
export function useClearSession(): () => void {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  return () => {
    if (user) deleteDrafts(user.externalId);
    clearToken();
    dispatch(api.util.resetApiState());
  };
}
