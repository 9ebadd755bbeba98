import type { FetchBaseQueryError } from '@reduxjs/toolkit/query';
import { api } from '../../../api/endpoints';
import type { ApiDispatch } from '../../../api/useApiDispatch';
import { withLock } from '../../../api/withLock';
import { parseFilters } from '../../search/searchFilters';
import { findSaved } from '../savedFilters';
import { forgetKeptSearch, type KeptSearch, readKeptSearch, toSaveRequest } from './keptSearch';

/** Null if nothing was kept; `already`: the list had it, maybe under another name. */
type Saved = { how: 'done' | 'already'; name: string } | null;

/** The search that this device keeps, in the cache of the API. */
const keptApi = api.injectEndpoints({
  endpoints: (build) => ({
    getKeptSearch: build.query<KeptSearch | null, void>({
      queryFn: () => ({ data: readKeptSearch() ?? null }),
    }),
    saveKeptSearch: build.mutation<Saved, void>({
      // All tabs find the token at the same time.
      queryFn: (_argument, { dispatch }) => withLock('kept-search', () => save(dispatch)),
      // Another tab may have saved it after this one read the list.
      invalidatesTags: (saved) => (saved === null ? ['savedSearch'] : []),
    }),
  }),
});

export const { useGetKeptSearchQuery, useSaveKeptSearchMutation } = keptApi;

export const discardKeptSearch =
  () =>
  (dispatch: (action: unknown) => unknown): void => {
    forgetKeptSearch();
    dispatch(keptApi.util.updateQueryData('getKeptSearch', undefined, () => null));
  };

async function save(dispatch: ApiDispatch): Promise<{ data: Saved } | { error: FetchBaseQueryError }> {
  const kept = readKeptSearch();
  if (!kept) {
    // Another tab has saved it, or it is damaged.
    dispatch(discardKeptSearch());
    return { data: null };
  }
  const { listSavedSearches, createSavedSearch } = api.endpoints;
  // Another tab may have saved one since the list was cached.
  const list = await dispatch(
    listSavedSearches.initiate(undefined, { subscribe: false, forceRefetch: true }),
  );
  if (list.error) return { error: list.error as FetchBaseQueryError };
  const saved = findSaved(list.data?.payload, parseFilters(new URLSearchParams(kept.query)));
  if (!saved) {
    const { error } = await dispatch(
      createSavedSearch.initiate({ saveSearchRequest: toSaveRequest(kept) }, { track: false }),
    );
    if (error) return { error: error as FetchBaseQueryError };
  }
  dispatch(discardKeptSearch());
  return { data: saved ? { how: 'already', name: saved.name } : { how: 'done', name: kept.name } };
}
