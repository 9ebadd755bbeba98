/** In the local storage. */
export const deviceKey = 'favourites';

/** Whether this device keeps favourites that are not merged into a student's list yet. */
export function hasDeviceFavourites(): boolean {
  try {
    return localStorage.getItem(deviceKey) !== null;
  } catch {
    return false;
  }
}
