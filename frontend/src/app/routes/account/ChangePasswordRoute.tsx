import { useCurrentUser } from '../../../features/session/useCurrentUser';
import { ChangePasswordPage } from '../../../features/users/account/ChangePasswordPage';

export function ChangePasswordRoute() {
  const user = useCurrentUser();
  return user ? <ChangePasswordPage email={user.email} /> : null;
}
