import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMergeFavouritesMutation } from '../../api/endpoints';
import { type Failure, serverError } from '../../api/failure';
import { useShowToast } from '../../ui/toast/toasts';
import { mergeKey } from './deviceEndpoints';
import { readDeviceFavourites } from './deviceFavourites';
import { useChangeDeviceFavourites } from './useChangeDeviceFavourites';

/**
 * Moves the favourites of this device into the list of the student who has logged in. What fails
 * stays on the device until the next page is loaded.
 */
export function MergeFavourites() {
  const { t } = useTranslation(['favourites', 'errors']);
  const [merge] = useMergeFavouritesMutation({ fixedCacheKey: mergeKey });
  const change = useChangeDeviceFavourites();
  const showToast = useShowToast();
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const ids = readDeviceFavourites().map(({ externalId }) => externalId);
    const moveAll = async () => {
      try {
        if (ids.length > 0) await merge({ mergeFavouritesRequest: { ids } }).unwrap();
        change({ remove: ids });
        if (ids.length > 0) showToast(t('merged', { count: ids.length }), 'success');
      } catch (failure) {
        if (serverError(failure as Failure)?.message === 'exception.favourite.too-many') {
          showToast(t('notMerged'), 'error');
        }
      }
    };
    void moveAll();
  }, [merge, change, showToast, t]);
  return null;
}
