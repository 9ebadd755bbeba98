import { baseApi } from '../../api/baseApi';
import { deviceKey } from './deviceKey';
import {
  applyChange,
  type DeviceChange,
  type DeviceFavourite,
  readDeviceFavourites,
  writeDeviceFavourites,
} from './deviceFavourites';

/** The favourites of this device, in the cache of the API: all hearts of a page show the same. */
const deviceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getDeviceFavourites: build.query<DeviceFavourite[], void>({
      queryFn: () => ({ data: readDeviceFavourites() }),
      onCacheEntryAdded: async (_argument, lifecycle) => {
        // Sent by other tabs only. A null key: the whole storage was cleared.
        const update = ({ key }: StorageEvent) => {
          if (key === null || key === deviceKey) lifecycle.updateCachedData(() => readDeviceFavourites());
        };
        window.addEventListener('storage', update);
        await lifecycle.cacheEntryRemoved;
        window.removeEventListener('storage', update);
      },
    }),
  }),
});

export const { useGetDeviceFavouritesQuery } = deviceApi;

/** Changes the list. False if it is full, which changes nothing. */
export const changeDeviceFavourites =
  (change: DeviceChange) =>
  (dispatch: (action: unknown) => unknown, getState: () => unknown): boolean => {
    const cached = deviceApi.endpoints.getDeviceFavourites.select()(
      getState() as Parameters<ReturnType<typeof deviceApi.endpoints.getDeviceFavourites.select>>[0],
    ).data;
    // Another tab may have changed the storage; where it is blocked, only the cache has the list.
    const stored = readDeviceFavourites();
    const next = applyChange(stored.length > 0 ? stored : (cached ?? []), change);
    if (!next) return false;
    writeDeviceFavourites(next);
    dispatch(deviceApi.util.upsertQueryData('getDeviceFavourites', undefined, next));
    return true;
  };
