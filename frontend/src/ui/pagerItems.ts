/** A page to go to, counted from 1, or what stands for the pages that are left out. */
type PagerItem = number | 'gap before' | 'gap after';

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/**
 * The first page, the last one, and the open one with its neighbours. As many items at every page, so that no button
 * moves while the pages are turned; a gap never stands for one page alone.
 */
export function pagerItems(page: number, total: number, neighbours: number): PagerItem[] {
  const from = Math.max(Math.min(page - neighbours, total - 2 - neighbours * 2), 3);
  const to = Math.min(Math.max(page + neighbours, 3 + neighbours * 2), total - 2);
  const before: PagerItem[] = from > 3 ? ['gap before'] : total > 3 ? [2] : [];
  const after: PagerItem[] = to < total - 2 ? ['gap after'] : total > 2 ? [total - 1] : [];
  return [1, ...before, ...numbers(from, to), ...after, ...(total > 1 ? [total] : [])];
}
