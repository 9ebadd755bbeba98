/** A page, counted from 1, or a gap of omitted pages. */
type PagerItem = number | 'gap before' | 'gap after';

const numbers = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/**
 * The first page, the last one, and the current one with its neighbours. The same number of items
 * on every page, so that no button moves; a gap never replaces a single page.
 */
export function pagerItems(page: number, total: number, neighbours: number): PagerItem[] {
  const from = Math.max(Math.min(page - neighbours, total - 2 - neighbours * 2), 3);
  const to = Math.min(Math.max(page + neighbours, 3 + neighbours * 2), total - 2);
  const before: PagerItem[] = from > 3 ? ['gap before'] : total > 3 ? [2] : [];
  const after: PagerItem[] = to < total - 2 ? ['gap after'] : total > 2 ? [total - 1] : [];
  return [1, ...before, ...numbers(from, to), ...after, ...(total > 1 ? [total] : [])];
}
