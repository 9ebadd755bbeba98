import { MyListingsPage } from '../../features/listings/MyListingsPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';

export function MyListingsRoute() {
  return <MyListingsPage everybodys={useCurrentUser()?.role === 'ADMIN'} />;
}
