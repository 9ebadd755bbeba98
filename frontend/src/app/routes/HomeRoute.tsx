import { HomePage } from '../../features/search/home/HomePage';
import { usePublicSetting } from '../../features/settings/usePublicSettings';
import { preload } from '../../ui/lazy/lazyPart';
import { renderSaveSearch } from '../student/saveSearch';
import { loadListingRoute } from './loadListingRoute';

export function HomeRoute() {
  const heroImage = usePublicSetting(({ images }) => images['home.hero']);
  return (
    <HomePage
      heroImage={heroImage ?? null}
      onListingIntent={() => preload(loadListingRoute)}
      renderSaveSearch={renderSaveSearch}
    />
  );
}
