import { MergeFavourites } from '../../features/favourites/MergeFavourites';
import { SaveKeptSearch } from '../../features/saved-searches/kept/SaveKeptSearch';

/** Moves what the device kept for a visitor to the student's account. */
export function MoveDeviceData() {
  return (
    <>
      <MergeFavourites />
      <SaveKeptSearch />
    </>
  );
}
