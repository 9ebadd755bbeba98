import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../features/session/useCurrentUser';
import { type Access, canAccess, isOpenToVisitors } from './access';
import { NotFoundPage } from './NotFoundPage';
import { PageLoading } from './PageLoading';
import { paths } from './paths';

/** Shows the page to users with access. Guests are redirected to the login, which returns here. */
export function Guard({ allowed, children }: { allowed: Access; children: ReactNode }) {
  const user = useCurrentUser();
  const { pathname, search, hash } = useLocation();
  if (allowed === 'public') return children;
  if (user === undefined) return <PageLoading />;
  if (user === null && isOpenToVisitors(allowed)) return children;
  if (user === null) {
    return <Navigate to={paths.login.href()} state={{ returnTo: pathname + search + hash }} replace />;
  }
  return canAccess(allowed, user.role) ? children : <NotFoundPage />;
}
