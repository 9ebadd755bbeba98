import { useDeferredValue, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useLazySearchListingsQuery } from '../../../api/startEndpoints';
import { readToken, subscribeToToken } from '../../../api/token';
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
  const previous = useRef<PromiseLike<unknown>>(Promise.resolve());
  const loggedIn = useSyncExternalStore(subscribeToToken, isLoggedIn);

  useLayoutEffect(() => {
    let overtaken = false;
    let running: ReturnType<typeof search> | undefined;
    const send = async () => {
      // An equal request counts as running until its abort is known, and would not be sent:
      // strict mode undoes an effect at once, and the same filters may come back.
      await previous.current;
      if (overtaken) return;
      running = search({ searchListingsRequest: request });
      previous.current = running;
    };
    void send();
    return () => {
      overtaken = true;
      running?.abort();
    };
    // Logging in or out empties the cache, also that of this search: `loggedIn` sends it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search, request, loggedIn]);

  // Twelve cards drawn in one go would keep a slow phone from answering: this lets React draw them bit by bit.
  const data = useDeferredValue(result.data);
  return {
    data,
    error: result.isFetching ? undefined : result.error,
    isFetching: result.isFetching || result.isUninitialized || data !== result.data,
    retry: () => void search({ searchListingsRequest: request }),
  };
}
