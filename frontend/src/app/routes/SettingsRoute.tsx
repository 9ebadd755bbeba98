import { Skyline } from '../../features/listings/Skyline';
import { SettingsPage } from '../../features/settings/SettingsPage';
import { WindowMark } from '../../ui/WindowMark';

export function SettingsRoute() {
  return (
    <SettingsPage
      renderOwn={(key, className) =>
        key === 'home.hero' ? (
          <Skyline className={className} />
        ) : (
          <span className={className}>
            <WindowMark size={104} />
          </span>
        )
      }
    />
  );
}
