import { useDispatch } from 'react-redux';
import type { UserResponse } from '../../api/generated';
import { api, useLazyGetProfileQuery } from '../../api/initialEndpoints';
import { clearSession, storeToken } from '../../api/session';
import { deleteTabDrafts, visitor } from '../../ui/drafts/drafts';

/** Stores a new token, clears the cache of the previous user and a visitor's input, and returns the new user. */
export function useStartSession(): (token: string) => Promise<UserResponse> {
  const dispatch = useDispatch();
  const [getProfile] = useLazyGetProfileQuery();
  return async (token) => {
    dispatch(api.util.resetApiState());
    // A replaced token looks like a refresh to other tabs, which would keep what the last user saw.
    clearSession(dispatch);
    storeToken(dispatch, token);
    deleteTabDrafts(visitor);
    const profile = await getProfile().unwrap();
    return profile.payload;
  };
}
