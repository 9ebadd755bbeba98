import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { formatListParams, type ListParams, type ListSpec, parseListParams } from './listParams';

/** The part of a list's parameters that every list has, for what is drawn around the rows. */
export type List = {
  /** Equal for equal parameters. */
  key: string;
  params: { page: number };
  goToPage: (page: number) => void;
  correctPage: (page: number) => void;
  /** A keyword or filters were chosen, other than those that are preset. */
  isNarrowed: boolean;
  showAll: () => void;
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
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => parseListParams(new URLSearchParams(search), spec), [search, spec]);
  const asked = formatListParams(params, spec);
  const unordered = parseListParams(new URLSearchParams(), spec);

  const show = (next: ListParams<Sort, Filters>, replace: boolean) => {
    const query = formatListParams(next, spec);
    if (query !== asked) void navigate({ pathname, search: beside(kept, query) }, { replace });
  };

  return {
    key: beside(kept, asked),
    params,
    /** Another question has another answer, so that its first page is shown. */
    change: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>) =>
      show({ ...params, page: 0, ...change }, false),
    /** Whether that change would change nothing but the page. */
    shows: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>): boolean =>
      formatListParams({ ...params, page: 0, ...change }, spec) ===
      formatListParams({ ...params, page: 0 }, spec),
    /** Every pause in typing would be a step back in the history, so that typing replaces. */
    search: (keyword: string) => show({ ...params, page: 0, keyword }, true),
    goToPage: (page: number) => show({ ...params, page }, false),
    correctPage: (page: number) => show({ ...params, page }, true),
    /** Takes away the keyword and every filter, also those that were preset; the order stays. */
    showAll: () => show({ ...params, page: 0, keyword: '', filters: none(params.filters) }, false),
    isNarrowed:
      formatListParams(
        { ...unordered, keyword: params.keyword, filters: withPresets(params.filters, unordered.filters) },
        spec,
      ) !== '',
  };
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
