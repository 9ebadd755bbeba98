import { ContactPage } from '../../features/settings/ContactPage';
import { usePublicSettings } from '../../features/settings/usePublicSettings';

export function ContactRoute() {
  const { settings, failure } = usePublicSettings();
  return <ContactPage contactEmail={settings?.contactEmail} failure={failure} />;
}
