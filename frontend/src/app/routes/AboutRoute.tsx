import { AboutPage } from '../../features/settings/AboutPage';
import { usePublicSettings } from '../../features/settings/usePublicSettings';

export function AboutRoute() {
  const { settings } = usePublicSettings();
  return <AboutPage image={settings?.images['about.picture'] ?? null} />;
}
