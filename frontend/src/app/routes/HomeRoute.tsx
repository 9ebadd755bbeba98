import { HomePage } from '../../features/listings/HomePage';
import { usePublicSetting } from '../../features/settings/usePublicSettings';
import { prepare } from '../../ui/lazy/lazyPart';
import { loadListingRoute } from './loadListingRoute';

export function HomeRoute() {
  const heroPicture = usePublicSetting(({ images }) => images['home.hero']);
  return <HomePage heroPicture={heroPicture ?? null} onListingIntent={() => prepare(loadListingRoute)} />;
}
