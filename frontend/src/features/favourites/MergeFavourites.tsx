import { useEffect, useEffectEvent } from 'react';
import { useMergeFavourites } from './useMergeFavourites';

/** Moves the favourites of this device into the list of the student who has logged in. */
export function MergeFavourites() {
  const { mergeAll } = useMergeFavourites();
  const begin = useEffectEvent(() => void mergeAll());
  useEffect(() => begin(), []);
  return null;
}
