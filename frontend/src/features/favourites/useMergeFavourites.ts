import { useTranslation } from 'react-i18next';
import { useMergeFavouritesMutation } from '../../api/endpoints';
import { serverError } from '../../api/failure';
import { withLock } from '../../api/withLock';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { useShowToast } from '../../ui/toast/toasts';
import { readDeviceFavourites, writeDeviceFavourites } from './deviceFavourites';
import { useChangeDeviceFavourites } from './useChangeDeviceFavourites';

/** The page of favourites shows whether the merge has failed. */
const mergeKey = 'device';

export const isTooMany = (failure: Failure): boolean =>
  serverError(failure)?.message === 'exception.favourite.too-many';

/** Moves the favourites of this device to the student's list. What fails stays on the device. */
export function useMergeFavourites() {
  const { t } = useTranslation('favourites');
  const [merge, result] = useMergeFavouritesMutation({ fixedCacheKey: mergeKey });
  const { failureText } = useErrorText();
  const change = useChangeDeviceFavourites();
  const showToast = useShowToast();

  /** Whether the device keeps none any more. */
  async function mergeAll(): Promise<boolean> {
    const ids = readDeviceFavourites().map(({ externalId }) => externalId);
    if (ids.length === 0) {
      // Another tab has moved them, or the list is damaged.
      writeDeviceFavourites([]);
      return true;
    }
    const { error } = await merge({ mergeFavouritesRequest: { ids } });
    if (error) {
      const text = isTooMany(error) ? t('notMerged') : t('mergeFailed', { reason: failureText(error) });
      showToast(text, 'error');
      return false;
    }
    change({ remove: ids });
    showToast(t('merged', { count: ids.length }), 'success');
    return true;
  }

  // All tabs find the token at the same time.
  return { result, mergeAll: () => withLock('device-favourites', mergeAll) };
}
