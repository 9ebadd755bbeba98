import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../paths';

/**
 * The state that a link to the log-in carries: whoever logs in from a listing is brought back to it. From anywhere else a
 * role's own page comes first.
 */
export function useReturnTo(): { returnTo: string } | undefined {
  const { pathname, search } = useLocation();
  return matchPath(paths.listing.path, pathname) ? { returnTo: pathname + search } : undefined;
}
