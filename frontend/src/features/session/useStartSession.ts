import { useDispatch } from 'react-redux';
import type { UserResponse } from '../../api/generated';
import { api, useLazyGetProfileQuery } from '../../api/startEndpoints';
import { storeToken } from '../../api/token';

/**
 * Stores a fresh token, drops what was read as somebody else, and answers whose
 * session it is, so that the caller knows where to go.
 */
export function useStartSession(): (token: string) => Promise<UserResponse> {
  const dispatch = useDispatch();
  const [getProfile] = useLazyGetProfileQuery();
  return async (token) => {
    dispatch(api.util.resetApiState());
    storeToken(token);
    const profile = await getProfile().unwrap();
    return profile.payload;
  };
}
