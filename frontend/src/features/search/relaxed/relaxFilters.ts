import { boundNames, dayNames, type SearchFilters } from '../searchFilters';

/** The filters that can be removed one at a time. */
const filterNames = [
  'keyword',
  'place',
  'near',
  'unitTypes',
  ...boundNames,
  ...dayNames,
  'amenities',
] as const;
export type FilterName = (typeof filterNames)[number];

const noFilters = {
  keyword: '',
  place: null,
  near: null,
  unitTypes: [],
  priceMin: null,
  priceMax: null,
  areaMin: null,
  areaMax: null,
  availableBy: null,
  availableUntil: null,
  amenities: [],
} as const satisfies Pick<SearchFilters, FilterName>;

const isActive = (filters: SearchFilters, name: FilterName): boolean => {
  const value = filters[name];
  return Array.isArray(value) ? value.length > 0 : value !== noFilters[name];
};

/** The names of the active filters, in display order. */
export const activeFilters = (filters: SearchFilters): FilterName[] =>
  filterNames.filter((name) => isActive(filters, name));

export type RelaxedFilters = { removed: FilterName; filters: SearchFilters };

/** For each active filter: the same search without it. */
export const relaxFilters = (filters: SearchFilters): RelaxedFilters[] =>
  activeFilters(filters).map((name) => ({
    removed: name,
    filters: { ...filters, page: 0, [name]: noFilters[name] },
  }));
