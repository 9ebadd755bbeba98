import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { generatedApi, type SavedSearchResponse } from '../generated';

type State = Parameters<typeof generatedApi.util.selectInvalidatedBy>[0];
type Lifecycle = {
  dispatch: ThunkDispatch<State, unknown, UnknownAction>;
  queryFulfilled: PromiseLike<unknown>;
};

/** Changes a saved search in the cached list. */
const patch = (
  id: string,
  change: Partial<SavedSearchResponse>,
  dispatch: Lifecycle['dispatch'],
): { undo: () => void } =>
  dispatch(
    generatedApi.util.updateQueryData('listSavedSearches', undefined, ({ payload }) => {
      const search = payload.find(({ externalId }) => externalId === id);
      if (search) Object.assign(search, change);
    }),
  );

/** Shows the name and the frequency before the server responds, and undoes them on failure. */
export async function applyOptimisticSearchChange(
  id: string,
  { name, frequency }: Pick<SavedSearchResponse, 'name' | 'frequency'>,
  { dispatch, queryFulfilled }: Lifecycle,
): Promise<void> {
  const shown = patch(id, { name, frequency }, dispatch);
  try {
    await queryFulfilled;
  } catch {
    shown.undo();
  }
}

/** Afterwards: what the student has not seen must not look seen after a failure. */
export async function clearNewCount(id: string, { dispatch, queryFulfilled }: Lifecycle): Promise<void> {
  try {
    await queryFulfilled;
    patch(id, { newCount: 0 }, dispatch);
  } catch {
    // They count as new until the next look.
  }
}
