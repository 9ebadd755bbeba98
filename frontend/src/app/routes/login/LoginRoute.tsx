import { useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { LoginPage } from '../../../features/session/LoginPage';
import { useCurrentUser } from '../../../features/session/useCurrentUser';
import { usePublicSettings } from '../../../features/settings/usePublicSettings';
import { destinationAfterLogin } from './destinationAfterLogin';
import { returnAddressOf } from '../../layout/useReturnTo';
import { PageLoading } from '../../PageLoading';

/** Redirects as soon as a user is logged in, which may be so from the start. */
export function LoginRoute() {
  const user = useCurrentUser();
  const location = useLocation();
  const { settings } = usePublicSettings();
  // During a login the user is undefined again; the form must stay then.
  const [showsForm, setShowsForm] = useState(user === null);
  if (user === null && !showsForm) setShowsForm(true);
  if (user) {
    return <Navigate to={destinationAfterLogin(user.role, returnAddressOf(location.state))} replace />;
  }
  if (!showsForm) return <PageLoading />;
  return <LoginPage image={settings?.images['login.background'] ?? null} />;
}
