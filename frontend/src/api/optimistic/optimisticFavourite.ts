import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { generatedApi } from '../generated';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  queryFulfilled: PromiseLike<unknown>;
};

/** Marks a listing before the server responds, or removes the mark, and undoes it on failure. */
export async function applyOptimisticFavourite(
  id: string,
  isMarked: boolean,
  { dispatch, queryFulfilled }: Lifecycle,
): Promise<void> {
  // By id, not by a patch: other hearts may have changed the list since then.
  const mark = (marked: boolean) =>
    dispatch(
      generatedApi.util.updateQueryData('listFavouriteIds', undefined, (ids) => {
        ids.payload = ids.payload.filter((other) => other !== id);
        if (marked) ids.payload.unshift(id);
      }),
    );
  mark(isMarked);
  try {
    await queryFulfilled;
  } catch {
    mark(!isMarked);
  }
}
