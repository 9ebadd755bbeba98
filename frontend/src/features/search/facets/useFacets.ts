import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useEffect, useMemo, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { SearchFacetsResponse } from '../../../api/generated';
import { api } from '../../../api/initialEndpoints';
import { useLatestTask } from '../../../api/useLatestTask';
import { type SearchFilters, toFacetsRequest } from '../searchFilters';
import { whenIdle } from '../../../ui/lazy/whenIdle';

/** `undefined` before the first response, `null` when the request failed. */
export type Facets = SearchFacetsResponse | null | undefined;

/**
 * The result counts of each filter value, by a second search that starts when the cards are
 * rendered and the page is idle, so that the cards do not wait for it. Another page or order has
 * the same counts and needs no request. Old counts stay until the new ones arrive.
 */
export function useFacets(filters: SearchFilters, hasRenderedCards: boolean): Facets {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const startTask = useLatestTask();
  const [result, setResult] = useState<{ request: string; facets: Facets }>();
  const request = useMemo(() => JSON.stringify(toFacetsRequest(filters)), [filters]);
  const isNeeded = hasRenderedCards && result?.request !== request;

  useEffect(() => {
    if (!isNeeded) return;
    return startTask(async (wait) => {
      await wait(new Promise<void>((resolve) => void whenIdle(resolve)));
      const { searchListings } = api.endpoints;
      const argument = { searchListingsRequest: JSON.parse(request) };
      const { data } = await wait(dispatch(searchListings.initiate(argument, { subscribe: false })));
      setResult({ request, facets: data?.facets ?? null });
    });
  }, [dispatch, startTask, request, isNeeded]);

  return result?.facets;
}
