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
 */
export function useListParams<Sort extends string, Filters extends Record<string, string>>(
  spec: ListSpec<Sort, Filters>,
) {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const params = useMemo(() => parseListParams(new URLSearchParams(search), spec), [search, spec]);
  const key = formatListParams(params, spec);
  const unordered = parseListParams(new URLSearchParams(), spec);

  const show = (next: ListParams<Sort, Filters>, replace: boolean) => {
    const query = formatListParams(next, spec);
    if (query !== key) void navigate({ pathname, search: query }, { replace });
  };

  return {
    key,
    params,
    /** Another question has another answer, so that its first page is shown. */
    change: (change: Partial<Omit<ListParams<Sort, Filters>, 'page'>>) =>
      show({ ...params, page: 0, ...change }, false),
    /** Every pause in typing would be a step back in the history, so that typing replaces. */
    search: (keyword: string) => show({ ...params, page: 0, keyword }, true),
    goToPage: (page: number) => show({ ...params, page }, false),
    correctPage: (page: number) => show({ ...params, page }, true),
    /** Takes away the keyword and every filter, also those that were preset; the order stays. */
    showAll: () => show({ ...params, page: 0, keyword: '', filters: none(params.filters) }, false),
    isNarrowed:
      formatListParams({ ...unordered, keyword: params.keyword, filters: params.filters }, spec) !== '',
  };
}

const none = <Filters extends object>(filters: Filters): Filters =>
  Object.fromEntries(Object.keys(filters).map((name) => [name, []])) as unknown as Filters;
