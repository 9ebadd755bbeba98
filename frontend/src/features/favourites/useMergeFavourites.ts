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
    /** Returns how many were moved. */
    moveDeviceFavourites: build.mutation<number, void>({
      // All tabs find the token at the same time.
      queryFn: (_argument, { dispatch }) => withLock('device-favourites', () => move(dispatch)),
      // Another tab may have moved them after this one read the list.
      invalidatesTags: (count) => (count === 0 ? ['favourite'] : []),
    }),
  }),
});

async function move(dispatch: ApiDispatch): Promise<{ data: number } | { error: FetchBaseQueryError }> {
  const ids = readDeviceFavourites().map(({ externalId }) => externalId);
  if (ids.length === 0) {
    // Another tab has moved them, or the list is damaged.
    writeDeviceFavourites([]);
    return { data: 0 };
  }
  const { mergeFavourites } = api.endpoints;
  const merge = mergeFavourites.initiate({ mergeFavouritesRequest: { ids } }, { track: false });
  const { error } = await dispatch(merge);
  if (error) return { error: error as FetchBaseQueryError };
  dispatch(changeDeviceFavourites({ remove: ids }));
  return { data: ids.length };
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
    const { data: count, error } = await start();
    if (error) {
      const text = isTooMany(error) ? t('notMerged') : t('mergeFailed', { reason: failureText(error) });
      showToast(text, 'error');
    } else if (count > 0) {
      showToast(t('merged', { count }), 'success');
    }
    return !error;
  }

  return { result, mergeAll };
}
