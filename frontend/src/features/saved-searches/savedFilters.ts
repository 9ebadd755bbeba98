import type { SavedSearchResponse, SaveSearchRequest } from '../../api/generated';
import {
  type Bound,
  defaultOrder,
  formatFilters,
  parseFilters,
  type SearchFilters,
  toRequest,
} from '../search/searchFilters';

/** `MAX_SAVED_SEARCHES` of the server. */
export const maxSavedSearches = 20;

type SavedFilters = SaveSearchRequest['filters'];

/** The conditions of a search, without its page and order. */
export function toSavedFilters(filters: SearchFilters): SavedFilters {
  const { page: _page, pageSize: _pageSize, ...conditions } = toRequest(withoutOrder(filters));
  return conditions;
}

/** As a search at its address has them. */
export function fromSavedFilters(saved: SavedFilters): SearchFilters {
  const [price, area] = [boundsOf(saved.price), boundsOf(saved.area)];
  const query = formatFilters({
    ...parseFilters(new URLSearchParams()),
    keyword: saved.keyword ?? '',
    place: saved.place ? { city: saved.place.city, district: saved.place.district ?? null } : null,
    near: saved.near ?? null,
    unitTypes: saved.unitTypes ?? [],
    priceMin: price.min,
    priceMax: price.max,
    areaMin: area.min,
    areaMax: area.max,
    availableBy: saved.availableBy ?? null,
    availableUntil: saved.availableUntil ?? null,
    amenities: saved.amenities ?? [],
  });
  return parseFilters(new URLSearchParams(query));
}

const boundsOf = (range: SavedFilters['price']): { min: Bound; max: Bound } => ({
  min: range?.min ?? null,
  max: range?.max ?? null,
});

const withoutOrder = (filters: SearchFilters): SearchFilters => ({ ...filters, page: 0, sort: defaultOrder });

/** The query of the address; equal for the same filters. */
export const queryOf = (filters: SearchFilters): string => formatFilters(withoutOrder(filters));

/** The saved search with the same filters. */
export const findSaved = (
  searches: readonly SavedSearchResponse[] | undefined,
  filters: SearchFilters,
): SavedSearchResponse | undefined =>
  searches?.find((saved) => queryOf(fromSavedFilters(saved.filters)) === queryOf(filters));
