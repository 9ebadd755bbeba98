import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/endpoints';
import { serverError } from '../../api/failure';
import type { ApiDispatch } from '../../api/useApiDispatch';
import { withLock } from '../../api/withLock';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { useShowToast } from '../../ui/toast/toasts';
import { changeDeviceFavourites } from './deviceEndpoints';
import { readDeviceFavourites, writeDeviceFavourites } from './deviceFavourites';

/** The page of favourites shows whether the merge has failed. */
const mergeKey = 'device';

const { useMoveDeviceFavouritesMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    moveDeviceFavourites: build.mutation<Moved, void>({
      // All tabs find the token at the same time.
      queryFn: (_argument, { dispatch }) => withLock('device-favourites', () => move(dispatch)),
      // Another tab may have moved them after this one read the list.
      invalidatesTags: (moved) => (moved === null ? ['favourite'] : []),
    }),
  }),
});

/** How many the device had, and how many of them are in the list now; null if it had none. */
type Moved = { total: number; count: number } | null;

async function move(dispatch: ApiDispatch): Promise<{ data: Moved } | { error: FetchBaseQueryError }> {
  const ids = readDeviceFavourites().map(({ externalId }) => externalId);
  if (ids.length === 0) {
    // Another tab has moved them, or the list is damaged.
    writeDeviceFavourites([]);
    return { data: null };
  }
  const { mergeFavourites, listFavouriteIds } = api.endpoints;
  const merge = mergeFavourites.initiate({ mergeFavouritesRequest: { ids } }, { track: false });
  const { error } = await dispatch(merge);
  if (error) return { error: error as FetchBaseQueryError };
  // The response does not say which listings are gone and were left out. A request from before the
  // merge does not know either.
  await dispatch(api.util.getRunningQueryThunk('listFavouriteIds', undefined));
  const list = await dispatch(listFavouriteIds.initiate(undefined, { subscribe: false, forceRefetch: true }));
  // They stay on the device: merging them again changes nothing.
  if (list.error) return { error: list.error as FetchBaseQueryError };
  dispatch(changeDeviceFavourites({ remove: ids }));
  return { data: { total: ids.length, count: ids.filter((id) => list.data?.payload.includes(id)).length } };
}

export const isTooMany = (failure: Failure): boolean =>
  serverError(failure)?.message === 'exception.favourite.too-many';

/** Moves the favourites of this device to the student's list. What fails stays on the device. */
export function useMergeFavourites() {
  const { t } = useTranslation('favourites');
  const [start, result] = useMoveDeviceFavouritesMutation({ fixedCacheKey: mergeKey });
  const { failureText } = useErrorText();
  const showToast = useShowToast();

  /** Whether the device keeps none any more. */
  async function mergeAll(): Promise<boolean> {
    const { data: moved, error } = await start();
    if (error) {
      const text = isTooMany(error) ? t('notMerged') : t('mergeFailed', { reason: failureText(error) });
      showToast(text, 'error');
    } else if (moved) {
      showToast(movedText(moved), moved.count > 0 ? 'success' : 'info');
    }
    return !error;
  }

  function movedText({ total, count }: NonNullable<Moved>): string {
    if (count === total) return t('merged', { count });
    return count === 0 ? t('mergedNone', { count: total }) : t('mergedSome', { count, total });
  }

  return { result, mergeAll };
}
