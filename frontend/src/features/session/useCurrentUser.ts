import { useSyncExternalStore } from 'react';
import type { UserResponse } from '../../api/generated';
import { useGetProfileQuery } from '../../api/startEndpoints';
import { readToken, subscribeToToken } from '../../api/token';

/** `null`: nobody is logged in. `undefined`: there is a token, but whose it is is not known yet. */
export type CurrentUser = UserResponse | null | undefined;

export function useCurrentUser(): CurrentUser {
  const token = useSyncExternalStore(subscribeToToken, readToken);
  const { data, isError } = useGetProfileQuery(undefined, { skip: token === null });
  if (token === null) return null;
  if (data) return data.payload;
  return isError ? null : undefined;
}
