import { useTranslation } from 'react-i18next';
import { useListFavouritesQuery, useRemoveFavouriteMutation } from '../../../api/endpoints';
import { type Failure, useErrorText } from '../../../i18n/useErrorText';
import { useListParams } from '../../../ui/list/params/useListParams';
import { KeptNotice } from '../../../ui/notice/KeptNotice';
import { useShowToast } from '../../../ui/toast/toasts';
import { useLastError } from '../../../ui/useLastError';
import { useGetDeviceFavouritesQuery } from '../deviceEndpoints';
import { useChangeDeviceFavourites } from '../useChangeDeviceFavourites';
import { isTooMany, useMergeFavourites } from '../useMergeFavourites';
import { FavouriteList, listSpec } from './FavouriteList';
import type { ListProps } from './listProps';

/** A heart that was removed stays on the page, so that it can be set again. */
export function StudentList({ headingRef, onRemoved }: ListProps) {
  const list = useListParams(listSpec);
  const { page } = list.params;
  const result = useListFavouritesQuery(
    { page, pageSize: list.pageSize },
    // Rented and gone ones show when the student comes back to the page.
    { refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  const [removeFavourite] = useRemoveFavouriteMutation();
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const remove = async (id: string) => {
    try {
      await removeFavourite({ id }).unwrap();
      onRemoved();
      await result.refetch();
    } catch (failure) {
      showToast(failureText(failure as Failure), 'error');
    }
  };
  return (
    <FavouriteList
      list={list}
      result={result}
      notice={<NotMerged onGone={onRemoved} />}
      headingRef={headingRef}
      onRemove={(id) => void remove(id)}
    />
  );
}

/** What this device keeps because it could not be moved into the list. */
function NotMerged({ onGone }: { onGone: () => void }) {
  const { t } = useTranslation('favourites');
  const { failureText } = useErrorText();
  const { data: kept = [] } = useGetDeviceFavouritesQuery();
  const change = useChangeDeviceFavourites();
  const { result, mergeAll } = useMergeFavourites();
  const error = useLastError(result.error);
  if (kept.length === 0 || !error) return null;
  return (
    <KeptNotice
      text={
        isTooMany(error)
          ? t('kept', { count: kept.length })
          : t('mergeFailed', { reason: failureText(error) })
      }
      busy={result.isLoading}
      onRetry={() => void mergeAll().then((isMerged) => isMerged && onGone())}
      onDiscard={() => {
        change({ remove: kept.map(({ externalId }) => externalId) });
        onGone();
      }}
    />
  );
}
