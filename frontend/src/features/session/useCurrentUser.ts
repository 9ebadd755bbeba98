import { useSyncExternalStore } from 'react';
import type { UserResponse } from '../../api/generated';
import { useGetProfileQuery } from '../../api/startEndpoints';
import { readToken, subscribeToToken } from '../../api/token';

/** `null`: nobody is logged in. `undefined`: there is a token, but whose it is is not known yet. */
export type CurrentUser = UserResponse | null | undefined;

export function useCurrentUser(): CurrentUser {
  const token = useSyncExternalStore(subscribeToToken, readToken);
  // The present answer, because the last one may be that of whoever was logged in before.
  const { currentData, isError } = useGetProfileQuery(undefined, { skip: token === null });
  if (token === null) return null;
  if (currentData) return currentData.payload;
  return isError ? null : undefined;
}
