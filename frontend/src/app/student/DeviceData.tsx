import { deviceKey } from '../../features/favourites/deviceKey';
import { keptSearchKey } from '../../features/saved-searches/kept/keptSearchKey';
import { useCurrentUser } from '../../features/session/useCurrentUser';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { optional } from '../../ui/lazy/PartFailure';

const MoveDeviceData = lazyPart(
  () => import('./MoveDeviceData').then((module) => module.MoveDeviceData),
  optional,
);

/** After the login of a student, for what the device kept for a visitor. */
export function DeviceData() {
  return useCurrentUser()?.role === 'STUDENT' && hasDeviceData() ? <MoveDeviceData /> : null;
}

function hasDeviceData(): boolean {
  try {
    return [deviceKey, keptSearchKey].some((key) => localStorage.getItem(key) !== null);
  } catch {
    return false;
  }
}
