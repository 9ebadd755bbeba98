import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import {
  useListFavouritesQuery,
  useMergeFavouritesMutation,
  useRemoveFavouriteMutation,
} from '../../../api/endpoints';
import { serverError } from '../../../api/failure';
import { type Failure, useErrorText } from '../../../i18n/useErrorText';
import { useListParams } from '../../../ui/list/params/useListParams';
import { useShowToast } from '../../../ui/toast/toasts';
import { mergeKey, useGetDeviceFavouritesQuery } from '../deviceEndpoints';
import { useChangeDeviceFavourites } from '../useChangeDeviceFavourites';
import { FavouriteList, listSpec } from './FavouriteList';
import { ListNotice } from './ListNotice';
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
      notice={<NotMerged />}
      headingRef={headingRef}
      onRemove={(id) => void remove(id)}
    />
  );
}

/** What this device keeps because it does not fit into the list. */
function NotMerged() {
  const { t } = useTranslation('favourites');
  const { data: kept = [] } = useGetDeviceFavouritesQuery();
  const change = useChangeDeviceFavourites();
  const [, merging] = useMergeFavouritesMutation({ fixedCacheKey: mergeKey });
  const isTooMany = serverError(merging.error)?.message === 'exception.favourite.too-many';
  if (kept.length === 0 || !isTooMany) return null;
  const discard = () => change({ remove: kept.map(({ externalId }) => externalId) });
  return (
    <ListNotice
      text={t('kept', { count: kept.length })}
      action={
        <Button color="inherit" size="small" onClick={discard}>
          {t('discard')}
        </Button>
      }
    />
  );
}
