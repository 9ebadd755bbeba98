import { boundNames, type SearchFilters } from './searchFilters';

/** The filters that can be taken away one at a time. */
const filterNames = ['keyword', 'place', 'unitTypes', ...boundNames] as const;
export type FilterName = (typeof filterNames)[number];

const none = {
  keyword: '',
  place: null,
  unitTypes: [],
  priceMin: null,
  priceMax: null,
  areaMin: null,
  areaMax: null,
} as const satisfies Pick<SearchFilters, FilterName>;

const isActive = (filters: SearchFilters, name: FilterName): boolean => {
  const value = filters[name];
  return Array.isArray(value) ? value.length > 0 : value !== none[name];
};

export type LooserFilters = { without: FilterName; looser: SearchFilters };

/** The same search without one of its filters, for each that it has. */
export const looserFilters = (filters: SearchFilters): LooserFilters[] =>
  filterNames
    .filter((name) => isActive(filters, name))
    .map((name) => ({ without: name, looser: { ...filters, page: 0, [name]: none[name] } }));
