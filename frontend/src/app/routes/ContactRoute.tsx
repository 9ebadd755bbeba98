import { ContactPage } from '../../features/settings/ContactPage';
import { usePublicSettings } from '../../features/settings/usePublicSettings';

export function ContactRoute() {
  const { settings } = usePublicSettings();
  return <ContactPage contactEmail={settings?.contactEmail} />;
}
