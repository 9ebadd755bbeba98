import { useDeferredValue, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useStore } from 'react-redux';
import type { SearchListingsApiArg, SearchPage } from '../../../api/generatedStart';
import { api, useLazySearchListingsQuery } from '../../../api/startEndpoints';
import { readToken, subscribeToToken } from '../../../api/token';
import { type SearchFilters, toRequest } from './searchFilters';

/** How long an answer counts as the one that came with the page, in milliseconds. */
const freshFor = 10_000;
type State = Parameters<ReturnType<typeof api.endpoints.searchListings.select>>[0];

/** The answer to this search that is in the cache since the page began. */
function freshAnswer(state: State, argument: SearchListingsApiArg): SearchPage | undefined {
  const { data, fulfilledTimeStamp = 0 } = api.endpoints.searchListings.select(argument)(state);
  return Date.now() - fulfilledTimeStamp < freshFor ? data : undefined;
}

const isLoggedIn = () => readToken() !== null;

/**
 * The results of the filters. A search that newer filters have overtaken is
 * aborted on the wire, which only the trigger's own promise can do; until the
 * newer one answers, `data` are the older results.
 */
export function useListingSearch(filters: SearchFilters) {
  const [search, result] = useLazySearchListingsQuery();
  const store = useStore<State>();
  const argument = useMemo(() => ({ searchListingsRequest: toRequest(filters) }), [filters]);
  // Drawn at once: the effect below finds it in the cache only after this has been drawn.
  const [first] = useState(() => ({ argument, data: freshAnswer(store.getState(), argument) }));
  const isSent = useRef(false);
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
      const isAnswered = !isSent.current && freshAnswer(store.getState(), argument) !== undefined;
      isSent.current = true;
      running = search(argument, isAnswered);
      previous.current = running;
    };
    void send();
    return () => {
      overtaken = true;
      running?.abort();
    };
    // Logging in or out empties the cache, also that of this search: `loggedIn` sends it again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [search, store, argument, loggedIn]);

  // Twelve cards drawn in one go would keep a slow phone from answering: this lets React draw them bit by bit.
  const isFirst = result.isUninitialized && first.argument === argument;
  const latest = isFirst ? first.data : result.data;
  const data = useDeferredValue(latest);
  return {
    data,
    error: result.isFetching ? undefined : result.error,
    isFetching: result.isFetching || (result.isUninitialized && latest === undefined) || data !== latest,
    retry: () => void search(argument),
  };
}
