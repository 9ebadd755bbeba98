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

/** What all lists have in common, for the components around the rows. */
export type List = {
  /** Equal for equal parameters. */
  key: string;
  params: { page: number };
  goToPage: (page: number) => void;
  correctPage: (page: number) => void;
  pageSize: number;
  pageSizes: readonly number[];
  choosePageSize: (size: number) => void;
  /** A keyword or filters were chosen, other than the presets. */
  isFiltered: boolean;
  showAll: () => void;
  /** Number of active filters, including presets. */
  activeFilterCount: number;
};

/**
 * Keeps the parameters of a list in the address: they survive a reload, can be shared, and the back
 * button undoes a change.
 *
 * The rest of the query: `keptQuery` always stays, such as the tab; `scopeQuery` is a filter that is
 * not in the spec.
 */
export function useListParams<Sort extends string, Filters extends Record<string, string>>(
  spec: ListSpec<Sort, Filters>,
  keptQuery = '',
  scopeQuery = '',
) {
  const { search, pathname, state } = useLocation();
  const navigate = useNavigate();
  // Read once: a choice on this page is in its address, where going back undoes it.
  const [preferred] = useState(readPageSize);
  const params = useMemo(
    () => parseListParams(new URLSearchParams(search), spec, preferred),
    [search, spec, preferred],
  );
  const format = (listParams: ListParams<Sort, Filters>) => formatListParams(listParams, spec, preferred);
  const scope = joinQueries(keptQuery, scopeQuery);
  const key = joinQueries(scope, format(params));
  const unordered = parseListParams(new URLSearchParams(), spec, preferred);
  const pageSize = pageSizeOf(params);

  const navigateTo = (query: string, options: NavigateOptions = {}) => {
    if (query !== key) void navigate({ pathname, search: query }, options);
  };
  const show = (next: ListParams<Sort, Filters>, options?: NavigateOptions) =>
    navigateTo(joinQueries(scope, format(next)), options);

  return {
    key,
    params,
    /** Begins at the first page of the changed list. */
    change: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>) =>
      show({ ...params, page: 0, ...change }),
    /** Whether the change would change nothing but the page. */
    isShowing: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>): boolean =>
      format({ ...params, page: 0, ...change }) === format({ ...params, page: 0 }),
    /**
     * One keyword is one entry of the history, however many pauses there were in typing it: a
     * search of the same `typing` replaces the one before.
     */
    search: (keyword: string, typing: number) =>
      show({ ...params, page: 0, keyword }, { replace: typingOf(state) === typing, state: { typing } }),
    goToPage: (page: number) => show({ ...params, page }),
    correctPage: (page: number) => show({ ...params, page }, { replace: true, state }),
    /** Removes the keyword and all filters, including presets; keeps the order. */
    showAll: () => {
      const all = { ...params, page: 0, keyword: '', filters: none(params.filters) };
      navigateTo(joinQueries(keptQuery, format(all)));
    },
    isFiltered:
      scopeQuery !== '' ||
      format({
        ...unordered,
        keyword: params.keyword,
        filters: withPresets(params.filters, unordered.filters),
      }) !== '',
    activeFilterCount: Object.values(params.filters).filter((values) => values.length > 0).length,
    pageSize,
    pageSizes: sizesOf(spec),
    /** The first visible row stays on the page. */
    choosePageSize: (size: number) => {
      rememberPageSize(size);
      show({ ...params, page: Math.floor((params.page * pageSize) / size), pageSize: size });
    },
  };
}

/**
 * The `typing` that created a history entry, if any. The state of a history entry can be anything.
 */
function typingOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('typing' in state)) return undefined;
  return typeof state.typing === 'number' ? state.typing : undefined;
}

const joinQueries = (keptQuery: string, query: string): string =>
  [keptQuery, query].filter((part) => part !== '').join('&');

/** A filter without values and one with its preset both count as not chosen. */
const withPresets = <Filters extends Record<string, readonly string[]>>(
  chosen: Filters,
  presets: Filters,
): Filters =>
  Object.fromEntries(
    Object.entries(chosen).map(([name, values]) => [name, values.length > 0 ? values : presets[name]]),
  ) as Filters;

const none = <Filters extends object>(filters: Filters): Filters =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, []])) as unknown as Filters;
