import { useSelector } from 'react-redux';
import type { UserResponse } from '../../api/generated';
import { useGetProfileQuery } from '../../api/initialEndpoints';
import { selectToken } from '../../api/session';

/** `null`: logged out. `undefined`: there is a token, but the profile is not loaded yet. */
export type CurrentUser = UserResponse | null | undefined;

export function useCurrentUser(): CurrentUser {
  const token = useSelector(selectToken);
  // Not `data`, which may be the previous user's.
  const { currentData, isError } = useGetProfileQuery(undefined, { skip: token === null });
  if (token === null) return null;
  if (currentData) return currentData.payload;
  return isError ? null : undefined;
}
