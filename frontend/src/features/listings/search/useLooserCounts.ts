import { useEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { api } from '../../../api/startEndpoints';
import { type LooserFilters, looserFilters } from './looserFilters';
import { type SearchFilters, toRequest } from './searchFilters';

type LooserCount = LooserFilters & { count: number };

/** Only the total is wanted. */
const pageSize = 1;

/**
 * How much a search would find without one of its filters, the most first. What
 * finds nothing either, or cannot be asked, is left out: this is help, not the answer.
 */
export function useLooserCounts(filters: SearchFilters): readonly LooserCount[] {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>();
  const [answer, setAnswer] = useState<{ of: SearchFilters; counts: LooserCount[] }>();

  const previous = useRef<Promise<unknown>>(Promise.resolve());

  useEffect(() => {
    let overtaken = false;
    const running: { abort: () => void }[] = [];
    const count = async ({ without, looser }: LooserFilters) => {
      const searchListingsRequest = { ...toRequest(looser), pageSize };
      const request = dispatch(
        api.endpoints.searchListings.initiate({ searchListingsRequest }, { subscribe: false }),
      );
      running.push(request);
      const { data } = await request;
      return { without, looser, count: data?.totalSize ?? 0 };
    };
    const countAll = async () => {
      // An equal request counts as running until its abort is known, and would not be sent.
      await previous.current;
      if (overtaken) return;
      const all = Promise.all(looserFilters(filters).map(count));
      previous.current = all;
      const counts = await all;
      if (overtaken) return;
      const found = counts.filter((looser) => looser.count > 0).toSorted((a, b) => b.count - a.count);
      setAnswer({ of: filters, counts: found });
    };
    void countAll();
    return () => {
      overtaken = true;
      for (const request of running) request.abort();
    };
  }, [dispatch, filters]);

  return answer?.of === filters ? answer.counts : [];
}
