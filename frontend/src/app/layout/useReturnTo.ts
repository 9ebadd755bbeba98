import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../paths';

/**
 * The state of a link to the login: a user who logs in from a listing returns to it. From other
 * pages the role's landing page comes first. On the login page itself the state stays.
 */
export function useReturnTo(): { returnTo: string } | undefined {
  const { pathname, search, state } = useLocation();
  const address = matchPath(paths.login.path, pathname)
    ? returnAddressOf(state)
    : matchPath(paths.listing.path, pathname) && pathname + search;
  return address ? { returnTo: address } : undefined;
}

/** Where a guard or a link to the login wants to return to. The state of a history entry can be anything. */
export function returnAddressOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined;
  return typeof state.returnTo === 'string' ? state.returnTo : undefined;
}
