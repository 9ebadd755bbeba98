import { useDispatch } from 'react-redux';
import type { UserResponse } from '../../api/generated';
import { api, useLazyGetProfileQuery } from '../../api/initialEndpoints';
import { storeToken } from '../../api/session';

/** Stores a new token, clears the cache of the previous user, and returns the new user. */
export function useStartSession(): (token: string) => Promise<UserResponse> {
  const dispatch = useDispatch();
  const [getProfile] = useLazyGetProfileQuery();
  return async (token) => {
    dispatch(api.util.resetApiState());
    storeToken(dispatch, token);
    const profile = await getProfile().unwrap();
    return profile.payload;
  };
}
