import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { generatedApi, type SavedSearchResponse } from '../generated';
import { createOptimisticChanges } from './optimisticChanges';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  queryFulfilled: PromiseLike<unknown>;
};

/** Changes a saved search in the cached list. */
const patch = (
  id: string,
  change: (search: SavedSearchResponse) => void,
  dispatch: Lifecycle['dispatch'],
): unknown =>
  dispatch(
    generatedApi.util.updateQueryData('listSavedSearches', undefined, ({ payload }) => {
      const search = payload.find(({ externalId }) => externalId === id);
      if (search) change(search);
    }),
  );

const searchChanges = createOptimisticChanges<void>();

export const keepOptimisticSearchChanges = searchChanges.keep;

/** Shows the name and the frequency before the server responds, and undoes them on failure. */
export function applyOptimisticSearchChange(
  id: string,
  { name, frequency }: Pick<SavedSearchResponse, 'name' | 'frequency'>,
  { dispatch, queryFulfilled }: Lifecycle,
): Promise<void> {
  let before: Partial<SavedSearchResponse> = {};
  const show = (search: SavedSearchResponse) => {
    before = { name: search.name, frequency: search.frequency };
    Object.assign(search, { name, frequency });
  };
  return searchChanges.show(
    () => [undefined],
    () => patch(id, show, dispatch),
    () => patch(id, (search) => Object.assign(search, before), dispatch),
    { queryFulfilled },
  );
}

/** Afterwards: what the student has not seen must not look seen after a failure. */
export async function clearNewCount(id: string, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  try {
    await queryFulfilled;
    patch(id, (search) => Object.assign(search, { newCount: 0 }), dispatch);
  } catch {
    // They count as new until the next look.
  }
}
