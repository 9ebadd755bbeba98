import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { generatedApi } from '../generated';
import { createOptimisticChanges } from './optimisticChanges';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  queryFulfilled: PromiseLike<unknown>;
};

const favourites = createOptimisticChanges<void>();

export const keepOptimisticFavourites = favourites.keep;

/** Marks a listing before the server responds, or removes the mark, and undoes it on failure. */
export function applyOptimisticFavourite(
  id: string,
  isMarked: boolean,
  { dispatch, queryFulfilled }: Lifecycle,
): Promise<void> {
  let wasMarked = !isMarked;
  const mark = (marked: boolean) =>
    dispatch(
      generatedApi.util.updateQueryData('listFavouriteIds', undefined, (ids) => {
        wasMarked = ids.payload.includes(id);
        ids.payload = ids.payload.filter((other) => other !== id);
        if (marked) ids.payload.unshift(id);
      }),
    );
  return favourites.show(
    () => [undefined],
    () => mark(isMarked),
    () => mark(wasMarked),
    { queryFulfilled },
  );
}
