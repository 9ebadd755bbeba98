import { matchPath, useLocation } from 'react-router-dom';
import { paths } from '../paths';

/**
 * The state of a link to the login: a user who logs in from a listing returns to it. From other
 * pages the role's landing page comes first.
 */
export function useReturnTo(): { returnTo: string } | undefined {
  const { pathname, search } = useLocation();
  return matchPath(paths.listing.path, pathname) ? { returnTo: pathname + search } : undefined;
}
