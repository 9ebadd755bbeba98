import type { SearchListingsRequest, SearchSort, UnitType } from '../../../api/generatedStart';
import { type ChosenPlace, formatPlace, parsePlace } from './placeAddress';

/** The values of the enum in the order in which they are offered; OpenAPI enums exist as types only. */
export const unitTypes = ['HOUSE', 'APARTMENT', 'ROOM', 'OTHER'] as const satisfies readonly UnitType[];

/** The orders in which they are offered, the preset one first. Each has one direction that makes sense. */
const searchOrders = [
  'basicRent',
  'totalRent',
  'dateCreated',
  'areaSqm',
  'relevance',
] as const satisfies readonly SearchSort[];
export type SearchOrder = (typeof searchOrders)[number];
export const [presetOrder] = searchOrders;
/** Newest and largest come first; the others are asked for as the server presets it. */
const descending: ReadonlySet<SearchOrder> = new Set(['dateCreated', 'areaSqm']);

/** A number with no more decimals than amounts and areas have, or no bound. */
export type Bound = number | null;

export type SearchFilters = {
  /** From 0. */
  page: number;
  keyword: string;
  place: ChosenPlace | null;
  unitTypes: readonly UnitType[];
  priceMin: Bound;
  priceMax: Bound;
  areaMin: Bound;
  areaMax: Bound;
  sort: SearchOrder;
};

export const boundNames = ['priceMin', 'priceMax', 'areaMin', 'areaMax'] as const;
export type BoundName = (typeof boundNames)[number];

/** How many decimals a bound may have. */
export const boundDecimals = { priceMin: 2, priceMax: 2, areaMin: 1, areaMax: 1 } as const satisfies Record<
  BoundName,
  number
>;

/** Reads what an address says; what is not understood counts as not said. */
export function parseFilters(query: URLSearchParams): SearchFilters {
  const wanted = (query.get('unitTypes') ?? '').split(',');
  const keyword = (query.get('keyword') ?? '').trim();
  return {
    page: parseNumber(query.get('page') ?? '', 0) ?? 0,
    keyword,
    place: parsePlace(query.get('place') ?? ''),
    unitTypes: unitTypes.filter((type) => wanted.includes(type)),
    ...parseBounds(query),
    sort: ordersFor(keyword).find((order) => order === query.get('sort')) ?? presetOrder,
  };
}

/** Without a keyword nothing matches better than anything else. */
export const ordersFor = (keyword: string): readonly SearchOrder[] =>
  keyword.trim() ? searchOrders : searchOrders.filter((order) => order !== 'relevance');

function parseBounds(query: URLSearchParams): Pick<SearchFilters, BoundName> {
  const bound = (name: BoundName) => parseNumber(query.get(name) ?? '', boundDecimals[name]);
  return {
    priceMin: bound('priceMin'),
    priceMax: bound('priceMax'),
    areaMin: bound('areaMin'),
    areaMax: bound('areaMax'),
  };
}

/** A number as an address holds it: with a point, in every language. */
function parseNumber(text: string, decimals: number): Bound {
  const match = /^\d{1,9}(?:\.(\d+))?$/.exec(text);
  return match && (match[1] ?? '').length <= decimals ? Number(text) : null;
}

/** The query of the address: what is empty or preset is left out. */
export function formatFilters(filters: SearchFilters): string {
  const query = new URLSearchParams();
  if (filters.page > 0) query.set('page', String(filters.page));
  if (filters.keyword.trim()) query.set('keyword', filters.keyword.trim());
  if (filters.place) query.set('place', formatPlace(filters.place));
  if (filters.unitTypes.length > 0) query.set('unitTypes', filters.unitTypes.join(','));
  for (const name of boundNames) {
    const bound = filters[name];
    if (bound !== null) query.set(name, String(bound));
  }
  const { sort } = filters;
  if (sort !== presetOrder && ordersFor(filters.keyword).includes(sort)) query.set('sort', sort);
  // Neither needs an escape in a query, and people read addresses.
  return query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

export const isFiltered = (filters: SearchFilters): boolean =>
  formatFilters({ ...filters, page: 0, sort: presetOrder }) !== '';

/** Full rows in a grid of two, three or four columns. */
const pageSize = 12;

export function toRequest(filters: SearchFilters): SearchListingsRequest {
  return {
    page: filters.page,
    pageSize,
    keyword: filters.keyword || null,
    ...(filters.place && { place: filters.place }),
    unitTypes: filters.unitTypes.length > 0 ? [...filters.unitTypes] : null,
    price: { min: filters.priceMin, max: filters.priceMax },
    area: { min: filters.areaMin, max: filters.areaMax },
    ...(filters.sort !== presetOrder && { sortField: filters.sort }),
    ...(descending.has(filters.sort) && { sortDirection: 'DESC' }),
  };
}

/** Only the counts are wanted, which no page and no order changes. */
export const toFacetsRequest = (filters: SearchFilters): SearchListingsRequest => ({
  ...toRequest({ ...filters, page: 0, sort: presetOrder }),
  pageSize: 1,
  facets: true,
});
