import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListListingsByIdsQuery } from '../../../api/endpoints';
import type { FavouriteResponse, ListingListEnvelope } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useListParams } from '../../../ui/list/params/useListParams';
import { ActionNote } from '../../../ui/notice/ActionNote';
import { useGetDeviceFavouritesQuery } from '../deviceEndpoints';
import type { DeviceFavourite } from '../deviceFavourites';
import { useChangeDeviceFavourites } from '../useChangeDeviceFavourites';
import { FavouriteList, listSpec } from './FavouriteList';
import type { ListProps } from './listProps';

type Answered = { response: ListingListEnvelope; asked: readonly DeviceFavourite[] };

/** The favourites of this device; the server says which are still public. */
export function DeviceList({ headingRef, onRemoved }: ListProps) {
  const list = useListParams(listSpec);
  const { isRead, favourites, setFavourites } = useFavouritesOfVisit();
  const change = useChangeDeviceFavourites();
  const shown = favourites.slice(list.params.page * list.pageSize, (list.params.page + 1) * list.pageSize);
  const ids = shown.map(({ externalId }) => externalId);
  const { currentData, error, isFetching, refetch } = useListListingsByIdsQuery(
    { id: ids },
    { skip: ids.length === 0, refetchOnMountOrArgChange: true, refetchOnFocus: true },
  );
  // `data` does not say which listings its request was about: what is missing would show as gone.
  const [last, setLast] = useState<Answered>();
  if (currentData && currentData !== last?.response) setLast({ response: currentData, asked: shown });
  const answer = (payload: FavouriteResponse[]) => ({
    totalPages: Math.ceil(favourites.length / list.pageSize),
    totalSize: favourites.length,
    payload,
  });
  const current =
    isRead && (ids.length === 0 || currentData) ? answer(withGone(shown, currentData)) : undefined;
  // While a page loads, the cards of the last one; after a removal, all that are left.
  const before =
    last &&
    answer(
      withGone(
        favourites.filter((kept) => last.asked.includes(kept)),
        last.response,
      ),
    );
  const remove = (id: string) => {
    change({ remove: [id] });
    setFavourites(favourites.filter(({ externalId }) => externalId !== id));
    onRemoved();
  };
  return (
    <FavouriteList
      list={list}
      result={{ data: current ?? before, currentData: current, error, isFetching, refetch }}
      notice={favourites.length > 0 && <SignUpNotice />}
      headingRef={headingRef}
      onRemove={remove}
    />
  );
}

/** As they were when the page opened: a heart that was removed stays, so that it can be set again. */
function useFavouritesOfVisit() {
  // Not from the storage: where it is blocked, only the cache has them.
  const { data: marked } = useGetDeviceFavouritesQuery();
  const [favourites, setFavourites] = useState(marked);
  if (marked && !favourites) setFavourites(marked);
  return { isRead: favourites !== undefined, favourites: favourites ?? [], setFavourites };
}

/** The cards in the order of the list; of what is no longer public, what the device knows. */
function withGone(shown: readonly DeviceFavourite[], response: ListingListEnvelope | undefined) {
  const cards = new Map(response?.payload.map((card) => [card.externalId, card]));
  return shown.map(
    (favourite): FavouriteResponse => cards.get(favourite.externalId) ?? { ...favourite, gone: true },
  );
}

function SignUpNotice() {
  const { t } = useTranslation('favourites');
  return (
    <ActionNote
      text={t('signUpHint')}
      actions={
        <>
          <Button color="inherit" size="small" component={Link} to={paths.signUpStudent.href()}>
            {t('signUp')}
          </Button>
          <Button
            color="inherit"
            size="small"
            component={Link}
            to={paths.login.href()}
            state={{ returnTo: paths.favourites.href() }}
          >
            {t('logIn')}
          </Button>
        </>
      }
    />
  );
}
