import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../features/session/useCurrentUser';
import { type Access, mayOpen } from './access';
import { NotFoundPage } from './NotFoundPage';
import { PageLoading } from './PageLoading';
import { paths } from './paths';

/** Lets those in who may see the page, and sends visitors to the log-in, which brings them back. */
export function Guard({ allowed, children }: { allowed: Access; children: ReactNode }) {
  const user = useCurrentUser();
  const { pathname, search } = useLocation();
  if (allowed === 'everybody') return children;
  if (user === undefined) return <PageLoading />;
  if (user === null) {
    return <Navigate to={paths.login.href()} state={{ returnTo: pathname + search }} replace />;
  }
  return mayOpen(allowed, user.role) ? children : <NotFoundPage />;
}
