import { useCurrentUser } from '../../features/session/useCurrentUser';
import { UsersPage } from '../../features/users/administration/UsersPage';

export function UsersRoute() {
  return <UsersPage readerId={useCurrentUser()?.externalId ?? ''} />;
}
