import { useEffect, useState } from 'react';
import { api } from '../../../api/initialEndpoints';
import { useApiDispatch } from '../../../api/useApiDispatch';
import { useLatestTask } from '../../../api/useLatestTask';
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
  const dispatch = useApiDispatch();
  const startTask = useLatestTask();
  const [result, setResult] = useState<{ of: SearchFilters; counts: RelaxedCount[] }>();

  useEffect(
    () =>
      startTask(async (wait) => {
        const count = async (relaxed: RelaxedFilters) => {
          const { searchListings } = api.endpoints;
          const argument = { searchListingsRequest: { ...toRequest(relaxed.filters), pageSize } };
          const { data } = await wait(dispatch(searchListings.initiate(argument, { subscribe: false })));
          return { ...relaxed, count: data?.totalSize ?? 0 };
        };
        const counts = await Promise.all(relaxFilters(filters).map(count));
        const nonEmpty = counts.filter((relaxed) => relaxed.count > 0).toSorted((a, b) => b.count - a.count);
        setResult({ of: filters, counts: nonEmpty });
      }),
    [dispatch, startTask, filters],
  );

  return result?.of === filters ? result.counts : [];
}
