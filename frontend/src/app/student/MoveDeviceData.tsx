import { hasDeviceFavourites } from '../../features/favourites/deviceKey';
import { MergeFavourites } from '../../features/favourites/MergeFavourites';
import { hasKeptSearch } from '../../features/saved-searches/kept/keptSearch';
import { SaveKeptSearch } from '../../features/saved-searches/kept/SaveKeptSearch';

/** Moves what the device kept for a visitor to the student's account. Usually there is nothing. */
export function MoveDeviceData() {
  return (
    <>
      {hasDeviceFavourites() && <MergeFavourites />}
      {hasKeptSearch() && <SaveKeptSearch />}
    </>
  );
}
