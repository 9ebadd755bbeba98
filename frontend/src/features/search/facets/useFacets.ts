import { useEffect, useMemo, useState } from 'react';
import type { SearchFacetsResponse, SearchPage } from '../../../api/generated';
import { api } from '../../../api/initialEndpoints';
import { useApiDispatch } from '../../../api/useApiDispatch';
import { useLatestTask } from '../../../api/useLatestTask';
import { type SearchFilters, toFacetsRequest } from '../searchFilters';
import { whenIdle } from '../../../ui/lazy/whenIdle';

/** `undefined` before the first response, `null` when the request failed. */
export type Facets = SearchFacetsResponse | null | undefined;

/** `cards`: the response that a failed request belongs to. */
type Result = { request: string; facets: Facets; cards: SearchPage | undefined };

/**
 * The result counts of each filter value, by a second search that starts when the cards are
 * rendered and the page is idle, so that the cards do not wait for it. Another page or order has
 * the same counts and needs no request, except after a failure, which is also tried again once there
 * is a connection. Old counts stay until the new ones arrive.
 *
 * `cards`: the rendered response, if it is that of these filters.
 */
export function useFacets(filters: SearchFilters, cards: SearchPage | undefined): Facets {
  const dispatch = useApiDispatch();
  const startTask = useLatestTask();
  const [result, setResult] = useState<Result>();
  const request = useMemo(() => JSON.stringify(toFacetsRequest(filters)), [filters]);
  const isAnswered = result?.request === request && (result.facets !== null || result.cards === cards);
  const isNeeded = cards !== undefined && !isAnswered;

  useEffect(() => {
    if (!isNeeded) return;
    return startTask(async (wait) => {
      await wait(new Promise<void>((resolve) => void whenIdle(resolve)));
      const { searchListings } = api.endpoints;
      const argument = { searchListingsRequest: JSON.parse(request) };
      const { data } = await wait(dispatch(searchListings.initiate(argument, { subscribe: false })));
      setResult({ request, facets: data?.facets ?? null, cards });
    });
  }, [dispatch, startTask, request, isNeeded, cards]);

  useEffect(() => {
    const forget = () => setResult((last) => last && { ...last, cards: undefined });
    window.addEventListener('online', forget);
    return () => window.removeEventListener('online', forget);
  }, []);

  return result?.facets;
}
