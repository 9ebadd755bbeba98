import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import type { SearchListingsApiArg, SearchPage } from '../../../api/generated';
import { api, useLazySearchListingsQuery } from '../../../api/initialEndpoints';
import { selectToken } from '../../../api/session';
import { useLatestTask } from '../../../api/useLatestTask';
import { type SearchFilters, toRequest } from '../searchFilters';

/** How long a response counts as the one that came with the page, in milliseconds. */
const initialResponseMaxAge = 10_000;
type State = Parameters<ReturnType<typeof api.endpoints.searchListings.select>>[0];

/** The response to this search that came with the page, from the cache. */
function initialResponse(state: State, argument: SearchListingsApiArg): SearchPage | undefined {
  const { data, fulfilledTimeStamp = 0 } = api.endpoints.searchListings.select(argument)(state);
  return Date.now() - fulfilledTimeStamp < initialResponseMaxAge ? data : undefined;
}

/**
 * The results of the filters. Newer filters abort the older request, which only the promise of the
 * lazy query's trigger can do. `data` keeps the older results until the newer response.
 */
export function useListingSearch(filters: SearchFilters) {
  const [search, result] = useLazySearchListingsQuery();
  const store = useStore<State>();
  const startTask = useLatestTask();
  const argument = useMemo(() => ({ searchListingsRequest: toRequest(filters) }), [filters]);
  // For the first render: the effect below selects it from the cache only afterwards.
  const [first] = useState(() => ({ argument, data: initialResponse(store.getState(), argument) }));
  const isSent = useRef(false);
  const loggedIn = useSelector(selectToken) !== null;

  useLayoutEffect(
    () =>
      startTask(async (wait) => {
        const isCached = !isSent.current && initialResponse(store.getState(), argument) !== undefined;
        isSent.current = true;
        await wait(search(argument, isCached));
      }),
    // A login or logout resets the cache: `loggedIn` sends the search again.
    // oxlint-disable-next-line react/exhaustive-deps
    [search, startTask, store, argument, loggedIn],
  );

  // Deferred: rendering twelve cards at once would block a slow phone.
  const isFirst = result.isUninitialized && first.argument === argument;
  const latest = isFirst ? first.data : result.data;
  const data = useDeferredValue(latest);
  return {
    data,
    // Results stay when reading the same page again fails, as after a lost connection.
    error: result.isFetching || result.currentData ? undefined : result.error,
    isFetching: result.isFetching || (result.isUninitialized && latest === undefined) || data !== latest,
    retry: () => void search(argument),
  };
}
