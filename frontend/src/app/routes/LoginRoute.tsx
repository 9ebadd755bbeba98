import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LoginPage } from '../../features/session/LoginPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { usePublicSettings } from '../../features/settings/usePublicSettings';
import { destinationAfterLogin } from '../access';
import { PageLoading } from '../PageLoading';

/** Leads on as soon as somebody is logged in, which may be so from the start. */
export function LoginRoute() {
  const user = useCurrentUser();
  const location = useLocation();
  const { settings } = usePublicSettings();
  // While a log-in is under way nobody knows yet either who it is; then the form must stay.
  const [asked, setAsked] = useState(user === null);
  if (user === null && !asked) setAsked(true);
  if (user) {
    return <Navigate to={destinationAfterLogin(user.role, returnAddressOf(location.state))} replace />;
  }
  if (!asked) return <PageLoading />;
  return <LoginPage picture={settings?.images['login.background'] ?? null} />;
}

/** Where a guard wants us to go back to. The state of an entry in the history can be anything. */
function returnAddressOf(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('returnTo' in state)) return undefined;
  return typeof state.returnTo === 'string' ? state.returnTo : undefined;
}
