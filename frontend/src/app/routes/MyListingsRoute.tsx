import { MyListingsPage } from '../../features/listings/MyListingsPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';

export function MyListingsRoute() {
  const user = useCurrentUser();
  // Only for an instant, while the user logs out: the guard lets in nobody else.
  if (!user) return null;
  return <MyListingsPage userId={user.externalId} everybodys={user.role === 'ADMIN'} />;
}
