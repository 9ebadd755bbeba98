import type { SavedSearchResponse, SaveSearchRequest } from '../../api/generated';
import {
  defaultOrder,
  formatFilters,
  parseFilters,
  type SearchFilters,
  toRequest,
} from '../search/searchFilters';

type SavedFilters = SaveSearchRequest['filters'];

/** The conditions of a search, without its page and order. */
export function toSavedFilters(filters: SearchFilters): SavedFilters {
  const { page: _page, pageSize: _pageSize, ...conditions } = toRequest(withoutOrder(filters));
  return conditions;
}

/** As a search at its address has them. */
export function fromSavedFilters(saved: SavedFilters): SearchFilters {
  const query = formatFilters({
    ...parseFilters(new URLSearchParams()),
    keyword: saved.keyword ?? '',
    place: saved.place ? { city: saved.place.city, district: saved.place.district ?? null } : null,
    unitTypes: saved.unitTypes ?? [],
    priceMin: saved.price?.min ?? null,
    priceMax: saved.price?.max ?? null,
    areaMin: saved.area?.min ?? null,
    areaMax: saved.area?.max ?? null,
    availableBy: saved.availableBy ?? null,
    availableUntil: saved.availableUntil ?? null,
    amenities: saved.amenities ?? [],
  });
  return parseFilters(new URLSearchParams(query));
}

const withoutOrder = (filters: SearchFilters): SearchFilters => ({ ...filters, page: 0, sort: defaultOrder });

/** The query of the address; equal for the same filters. */
export const queryOf = (filters: SearchFilters): string => formatFilters(withoutOrder(filters));

/** The saved search with the same filters. */
export const findSaved = (
  searches: readonly SavedSearchResponse[] | undefined,
  filters: SearchFilters,
): SavedSearchResponse | undefined =>
  searches?.find((saved) => queryOf(fromSavedFilters(saved.filters)) === queryOf(filters));
