import { useCallback } from 'react';
import { useApiDispatch } from '../../api/useApiDispatch';
import { changeDeviceFavourites } from './deviceEndpoints';
import type { DeviceChange } from './deviceFavourites';

/** Changes the favourites of this device. False if the list is full. */
export function useChangeDeviceFavourites(): (change: DeviceChange) => boolean {
  const dispatch = useApiDispatch();
  return useCallback((change) => dispatch(changeDeviceFavourites(change)), [dispatch]);
}
