import { FavouritesPage } from '../../features/favourites/page/FavouritesPage';
import { useCurrentUser } from '../../features/session/useCurrentUser';

export function FavouritesRoute() {
  // The guard admits visitors and students only.
  return <FavouritesPage isStudent={Boolean(useCurrentUser())} />;
}
