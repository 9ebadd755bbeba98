import { Skyline } from '../../features/search/home/Skyline';
import { SettingsPage } from '../../features/settings/SettingsPage';
import { Logo } from '../../ui/brand/Logo';

export function SettingsRoute() {
  return (
    <SettingsPage
      renderDefault={(key, className) =>
        key === 'home.hero' ? (
          <Skyline className={className} />
        ) : (
          <span className={className}>
            <Logo size={104} />
          </span>
        )
      }
    />
  );
}
