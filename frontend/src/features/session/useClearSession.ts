import { useDispatch } from 'react-redux';
import { clearSession } from '../../api/session';
import { deleteDrafts } from '../../ui/drafts/userDrafts';
import { forgetUser } from './forgetUser';
import { useCurrentUser } from './useCurrentUser';

/** Removes the token, the cached responses, toasts and the user's drafts from this device. */
export function useClearSession(): () => void {
  const dispatch = useDispatch();
  const user = useCurrentUser();
  return () => {
    if (user) deleteDrafts(user.externalId);
    clearSession(dispatch);
    forgetUser(dispatch);
  };
}
