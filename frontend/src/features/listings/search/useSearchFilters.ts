import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../../app/paths';
import { formatFilters, parseFilters, type SearchFilters } from './searchFilters';

type FilterChange = Partial<SearchFilters>;

/** What the address says by now: a search that has waited for something must not undo what was chosen in between. */
const latest = () => parseFilters(new URLSearchParams(window.location.search));

/** The filters live in the address: every change is a new entry of the history, unless it corrects the current one. */
export function useSearchFilters() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = useMemo(() => parseFilters(new URLSearchParams(search)), [search]);

  const show = (next: SearchFilters, replace: boolean) =>
    void navigate({ pathname: paths.home.href(), search: formatFilters(next) }, { replace });

  return {
    filters,
    /** Where these results are: the path with its query. */
    address: pathname + search,
    /** Other filters mean other results, so that their first page is shown. */
    changeFilters: (change: FilterChange) => show({ ...latest(), page: 0, ...change }, false),
    goToPage: (page: number) => show({ ...filters, page }, false),
    correctPage: (page: number) => show({ ...filters, page }, true),
    /** The order is none of the filters. */
    reset: () => show({ ...parseFilters(new URLSearchParams()), sort: filters.sort }, false),
  };
}
