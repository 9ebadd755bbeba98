import { useEffect, useEffectEvent, useRef } from 'react';
import type { List } from './useListParams';

/**
 * Scrolls to the top when another page of a list arrives (not when the same one is read again), and
 * replaces a page past the end by the last one. Returns whether the page is past the end.
 *
 * `totalPages` is undefined until the requested page has arrived.
 */
export function usePageClamp(totalPages: number | undefined, list: List): boolean {
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
