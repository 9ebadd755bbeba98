import { useEffect, useEffectEvent, useRef } from 'react';
import type { List } from './useListParams';

/**
 * What happens when a page of a list arrives: the window goes back to its top
 * (not when the same page is only loaded again), and a page past the end becomes
 * the last one. Answers whether the page is past the end.
 *
 * `totalPages` is undefined until what is asked for has arrived.
 */
export function useArrival(totalPages: number | undefined, list: List): boolean {
  const { key, params } = list;
  const correctPage = useEffectEvent(list.correctPage);
  const shown = useRef(key);
  const arrived = totalPages !== undefined;
  const lastPage = Math.max((totalPages ?? 1) - 1, 0);
  const isPastEnd = arrived && params.page > lastPage;

  useEffect(() => {
    if (!arrived || shown.current === key) return;
    shown.current = key;
    window.scrollTo(0, 0);
  }, [arrived, key]);

  useEffect(() => {
    if (isPastEnd) correctPage(lastPage);
  }, [isPastEnd, lastPage]);

  return isPastEnd;
}
