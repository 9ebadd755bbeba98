import { HomePage } from '../../features/listings/HomePage';
import { usePublicSettings } from '../../features/settings/usePublicSettings';
import { loadListingRoute } from './loadListingRoute';

export function HomeRoute() {
  const { settings } = usePublicSettings();
  return (
    <HomePage
      heroPicture={settings?.images['home.hero'] ?? null}
      onListingIntent={() => void loadListingRoute()}
    />
  );
}
