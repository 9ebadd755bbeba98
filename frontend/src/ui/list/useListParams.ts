import { useMemo, useState } from 'react';
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom';
import {
  formatListParams,
  type ListParams,
  type ListSpec,
  pageSizeOf,
  parseListParams,
  sizesOf,
} from './listParams';
import { readPageSize, rememberPageSize } from './pageSize';

/** The part of a list's parameters that every list has, for what is drawn around the rows. */
export type List = {
  /** Equal for equal parameters. */
  key: string;
  params: { page: number };
  goToPage: (page: number) => void;
  correctPage: (page: number) => void;
  pageSize: number;
  pageSizes: readonly number[];
  choosePageSize: (size: number) => void;
  /** A keyword or filters were chosen, other than those that are preset. */
  isNarrowed: boolean;
  showAll: () => void;
  /** How many filters leave something out, also those that are preset. */
  chosenFilters: number;
};

/**
 * What a list is asked for lives in the address: it survives a reload, can be
 * shared, and the browser's back button undoes a change.
 *
 * `kept` is what else the address says and goes on saying, such as the tab.
 */
export function useListParams<Sort extends string, Filters extends Record<string, string>>(
  spec: ListSpec<Sort, Filters>,
  kept = '',
) {
  const { search, pathname, state } = useLocation();
  const navigate = useNavigate();
  // Read once: what is chosen on this page is in its address, where going back undoes it.
  const [preferred] = useState(readPageSize);
  const params = useMemo(
    () => parseListParams(new URLSearchParams(search), spec, preferred),
    [search, spec, preferred],
  );
  const format = (some: ListParams<Sort, Filters>) => formatListParams(some, spec, preferred);
  const asked = format(params);
  const unordered = parseListParams(new URLSearchParams(), spec, preferred);
  const pageSize = pageSizeOf(params);

  const show = (next: ListParams<Sort, Filters>, options: NavigateOptions = {}) => {
    const query = format(next);
    if (query !== asked) void navigate({ pathname, search: beside(kept, query) }, options);
  };

  return {
    key: beside(kept, asked),
    params,
    /** Another question has another answer, so that its first page is shown. */
    change: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>) =>
      show({ ...params, page: 0, ...change }),
    /** Whether that change would change nothing but the page. */
    shows: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>): boolean =>
      format({ ...params, page: 0, ...change }) === format({ ...params, page: 0 }),
    /**
     * One keyword is one step back in the history, however many pauses there were in typing it: what is typed on in the
     * same `typing` replaces what was searched for before.
     */
    search: (keyword: string, typing: number) =>
      show({ ...params, page: 0, keyword }, { replace: typingOf(state) === typing, state: { typing } }),
    goToPage: (page: number) => show({ ...params, page }),
    correctPage: (page: number) => show({ ...params, page }, { replace: true, state }),
    /** Takes away the keyword and every filter, also those that were preset; the order stays. */
    showAll: () => show({ ...params, page: 0, keyword: '', filters: none(params.filters) }),
    isNarrowed:
      format({
        ...unordered,
        keyword: params.keyword,
        filters: withPresets(params.filters, unordered.filters),
      }) !== '',
    chosenFilters: Object.values(params.filters).filter((values) => values.length > 0).length,
    pageSize,
    pageSizes: sizesOf(spec),
    /** The first row that is shown stays on the page. */
    choosePageSize: (size: number) => {
      rememberPageSize(size);
      show({ ...params, page: Math.floor((params.page * pageSize) / size), pageSize: size });
    },
  };
}

/** By which typing an entry of the history came about, if it did. The state of an entry can be anything. */
function typingOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('typing' in state)) return undefined;
  return typeof state.typing === 'number' ? state.typing : undefined;
}

const beside = (kept: string, query: string): string => [kept, query].filter((part) => part !== '').join('&');

/** A filter of which nothing is chosen leaves nothing out, as little as its preset is a choice of the reader. */
const withPresets = <Filters extends Record<string, readonly string[]>>(
  chosen: Filters,
  presets: Filters,
): Filters =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, values]) => [name, values.length > 0 ? values : presets[name]]),
  ) as Filters;

const none = <Filters extends object>(filters: Filters): Filters =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, []])) as unknown as Filters;
