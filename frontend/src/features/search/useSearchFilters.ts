import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '../../app/paths';
import { formatFilters, parseFilters, type SearchFilters } from './searchFilters';

type FilterChange = Partial<SearchFilters>;

/** From the current URL: a delayed search must not undo changes since its start. */
const currentFilters = () => parseFilters(new URLSearchParams(window.location.search));

/** The filters are in the URL. Every change adds a history entry, except a correction. */
export function useSearchFilters() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = useMemo(() => parseFilters(new URLSearchParams(search)), [search]);

  const navigateTo = (next: SearchFilters, replace: boolean) =>
    void navigate({ pathname: paths.home.href(), search: formatFilters(next) }, { replace });

  return {
    filters,
    /** Path and query of these results. */
    url: pathname + search,
    /** Shows the first page of the new results. */
    changeFilters: (change: FilterChange) => navigateTo({ ...currentFilters(), page: 0, ...change }, false),
    goToPage: (page: number) => navigateTo({ ...filters, page }, false),
    correctPage: (page: number) => navigateTo({ ...filters, page }, true),
    /** Keeps the order. */
    reset: () => navigateTo({ ...parseFilters(new URLSearchParams()), sort: filters.sort }, false),
  };
}
