import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { useLazySearchListingsQuery } from '../../api/generated';
import { readToken, subscribeToToken } from '../../api/token';
import { type SearchFilters, toRequest } from './searchFilters';

const isLoggedIn = () => readToken() !== null;

/**
 * The results of the filters. A search that newer filters have overtaken is
 * aborted on the wire, which only the trigger's own promise can do; until the
 * newer one answers, `data` are the older results.
 */
export function useListingSearch(filters: SearchFilters) {
  const [search, result] = useLazySearchListingsQuery();
  const request = useMemo(() => toRequest(filters), [filters]);
  const loggedIn = useSyncExternalStore(subscribeToToken, isLoggedIn);

  useLayoutEffect(() => {
    let overtaken = false;
    let running: ReturnType<typeof search> | undefined;
    // A microtask later: an effect that is undone at once (strict mode) must not
    // send, because an equal request counts as running until its abort is known.
    queueMicrotask(() => {
      if (!overtaken) running = search({ searchListingsRequest: request });
    });
    return () => {
      overtaken = true;
      running?.abort();
    };
    // Logging in or out empties the cache, also that of this search: `loggedIn` sends it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search, request, loggedIn]);

  return {
    data: result.data,
    error: result.isFetching ? undefined : result.error,
    isFetching: result.isFetching || result.isUninitialized,
    retry: () => void search({ searchListingsRequest: request }),
  };
}
