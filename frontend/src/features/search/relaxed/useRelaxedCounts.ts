import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../../api/initialEndpoints';
import { type RelaxedFilters, relaxFilters } from './relaxFilters';
import { type SearchFilters, toRequest } from '../searchFilters';

type RelaxedCount = RelaxedFilters & { count: number };

/** Only the total is used. */
const pageSize = 1;

/**
 * How many results the search has without one of its filters, most first. Without results, or when
 * its request fails, a filter is left out: these counts are optional.
 */
export function useRelaxedCounts(filters: SearchFilters): readonly RelaxedCount[] {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [result, setResult] = useState<{ of: SearchFilters; counts: RelaxedCount[] }>();

  const previous = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    let isCancelled = false;
    const running: { abort: () => void }[] = [];
    const count = async (relaxed: RelaxedFilters) => {
      const searchListingsRequest = { ...toRequest(relaxed.filters), pageSize };
      const request = dispatch(
        api.endpoints.searchListings.initiate({ searchListingsRequest }, { subscribe: false }),
      );
      running.push(request);
      const { data } = await request;
      return { ...relaxed, count: data?.totalSize ?? 0 };
    };
    const countAll = async () => {
      // RTK Query skips a request that equals a running one, until that one is aborted.
      await previous.current;
      if (isCancelled) return;
      const all = Promise.all(relaxFilters(filters).map(count));
      previous.current = all;
      const counts = await all;
      if (isCancelled) return;
      const nonEmpty = counts.filter((relaxed) => relaxed.count > 0).toSorted((a, b) => b.count - a.count);
      setResult({ of: filters, counts: nonEmpty });
    };
    void countAll();
    return () => {
      isCancelled = true;
      for (const request of running) request.abort();
    };
  }, [dispatch, filters]);

  return result?.of === filters ? result.counts : [];
}
