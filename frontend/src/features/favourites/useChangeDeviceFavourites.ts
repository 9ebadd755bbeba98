import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useDispatch } from 'react-redux';
import { changeDeviceFavourites } from './deviceEndpoints';
import type { DeviceChange } from './deviceFavourites';

/** Changes the favourites of this device. False if the list is full. */
export function useChangeDeviceFavourites(): (change: DeviceChange) => boolean {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  return useCallback((change) => dispatch(changeDeviceFavourites(change)), [dispatch]);
}
