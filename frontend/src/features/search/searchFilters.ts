import type { Amenity, SearchListingsRequest, SearchSortField, UnitType } from '../../api/generated';
import { isName, type Near, type Place, formatPlace, parsePlace, radii } from './places/placeParam';

/** In display order. OpenAPI enums are generated as types only. */
export const unitTypes = ['HOUSE', 'APARTMENT', 'ROOM', 'OTHER'] as const satisfies readonly UnitType[];

/** In display order: the most wanted first. */
export const amenities = [
  'FURNISHED',
  'WIFI',
  'KITCHEN',
  'BALCONY',
  'WASHING_MACHINE',
  'DISHWASHER',
  'TERRACE',
  'GARDEN',
  'BICYCLE_STORAGE',
  'CELLAR',
  'PARKING',
  'ELEVATOR',
  'WHEELCHAIR_ACCESSIBLE',
  'PETS_ALLOWED',
  'TV',
  'AIR_CONDITIONING',
  'SWIMMING_POOL',
  'ENERGY_CERTIFICATE',
] as const satisfies readonly Amenity[];

/** In display order, the default first. Each has one direction. */
const searchOrders = [
  'basicRent',
  'totalRent',
  'dateCreated',
  'areaSqm',
  'relevance',
  'distance',
] as const satisfies readonly SearchSortField[];
export type SearchOrder = (typeof searchOrders)[number];
export const [defaultOrder] = searchOrders;
/** The others use the server's default direction. */
const descending: ReadonlySet<SearchOrder> = new Set(['dateCreated', 'areaSqm']);

/** Null for no bound. */
export type Bound = number | null;

export type SearchFilters = {
  /** From 0. */
  page: number;
  keyword: string;
  place: Place | null;
  /** Null while there is a place. */
  near: Near | null;
  unitTypes: readonly UnitType[];
  priceMin: Bound;
  priceMax: Bound;
  areaMin: Bound;
  areaMax: Bound;
  /** The latest day of moving in, as `2027-04-01`; null for any. */
  availableBy: string | null;
  /** The last day of the stay. */
  availableUntil: string | null;
  /** Listings have all of them. */
  amenities: readonly Amenity[];
  sort: SearchOrder;
};

export const boundNames = ['priceMin', 'priceMax', 'areaMin', 'areaMax'] as const;
export const dayNames = ['availableBy', 'availableUntil'] as const;

export type BoundName = (typeof boundNames)[number];

/** The maximum number of decimals. */
export const boundDecimals = { priceMin: 2, priceMax: 2, areaMin: 1, areaMax: 1 } as const satisfies Record<
  BoundName,
  number
>;

/** Ignores invalid parameters. */
export function parseFilters(query: URLSearchParams): SearchFilters {
  const chosen = (name: string) => (query.get(name) ?? '').split(',');
  const requestedTypes = chosen('unitTypes');
  const requestedAmenities = chosen('amenities');
  const keyword = parseKeyword(query.get('keyword') ?? '');
  const place = parsePlace(query.get('place') ?? '');
  const near = place ? null : parseNear(query);
  return {
    page: parseNumber(query.get('page') ?? '', 0) ?? 0,
    keyword,
    place,
    near,
    unitTypes: unitTypes.filter((type) => requestedTypes.includes(type)),
    ...parseBounds(query),
    availableBy: parseDay(query.get('availableBy')),
    availableUntil: parseDay(query.get('availableUntil')),
    amenities: amenities.filter((amenity) => requestedAmenities.includes(amenity)),
    sort: ordersFor({ keyword, near }).find((order) => order === query.get('sort')) ?? defaultOrder,
  };
}

/** The server's limit, in characters. */
const maxKeywordLength = 200;

/** As the server reads it: white space, control characters and overrides of the direction are spaces. */
const parseKeyword = (text: string): string =>
  Array.from(text.replaceAll(/[\p{White_Space}\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, ' ').trim())
    .slice(0, maxKeywordLength)
    .join('')
    .trim();

/** Relevance needs a keyword, and a distance a town. */
export const ordersFor = ({
  keyword,
  near,
}: Pick<SearchFilters, 'keyword' | 'near'>): readonly SearchOrder[] =>
  searchOrders.filter((order) =>
    order === 'relevance' ? keyword.trim() !== '' : order !== 'distance' || near !== null,
  );

function parseNear(query: URLSearchParams): Near | null {
  const city = (query.get('near') ?? '').trim();
  const radiusKm = radii.find((radius) => String(radius) === query.get('radius'));
  return radiusKm && isName(city) ? { city, radiusKm } : null;
}

function parseBounds(query: URLSearchParams): Pick<SearchFilters, BoundName> {
  const bound = (name: BoundName) => parseNumber(query.get(name) ?? '', boundDecimals[name]);
  return {
    priceMin: bound('priceMin'),
    priceMax: bound('priceMax'),
    areaMin: bound('areaMin'),
    areaMax: bound('areaMax'),
  };
}

/** A day from 2000 to 2099. `Date` accepts 30 February, as a day of March. */
export const parseDay = (text: string | null): string | null =>
  text && /^20\d\d-\d\d-\d\d$/.test(text) && new Date(text).toJSON()?.startsWith(text) ? text : null;

/** A number of the URL: with a decimal point in every language. */
function parseNumber(text: string, decimals: number): Bound {
  const match = /^\d{1,9}(?:\.(\d+))?$/.exec(text);
  return match && (match[1] ?? '').length <= decimals ? Number(text) : null;
}

/** Formats the query of the URL, without empty and default values. */
export function formatFilters(filters: SearchFilters): string {
  const query = new URLSearchParams();
  if (filters.page > 0) query.set('page', String(filters.page));
  if (filters.keyword.trim()) query.set('keyword', filters.keyword.trim());
  const near = formatWhere(filters, query);
  if (filters.unitTypes.length > 0) query.set('unitTypes', filters.unitTypes.join(','));
  for (const name of boundNames) {
    const bound = filters[name];
    if (bound !== null) query.set(name, String(bound));
  }
  for (const name of dayNames) if (filters[name]) query.set(name, filters[name]);
  if (filters.amenities.length > 0) query.set('amenities', filters.amenities.join(','));
  const { sort } = filters;
  if (sort !== defaultOrder && ordersFor({ ...filters, near }).includes(sort)) query.set('sort', sort);
  // Valid unescaped in a query, and easier to read.
  return query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
}

/** Adds the place or the surroundings, which are returned. */
function formatWhere({ place, near }: SearchFilters, query: URLSearchParams): Near | null {
  if (place) query.set('place', formatPlace(place));
  if (place || !near) return null;
  query.set('near', near.city);
  query.set('radius', String(near.radiusKm));
  return near;
}

export const isFiltered = (filters: SearchFilters): boolean =>
  formatFilters({ ...filters, page: 0, sort: defaultOrder }) !== '';

/** Fills the rows of two, three and four columns. */
const pageSize = 12;

export function toRequest(filters: SearchFilters): SearchListingsRequest {
  return {
    page: filters.page,
    pageSize,
    keyword: filters.keyword || null,
    ...(filters.place && { place: filters.place }),
    ...(filters.near && { near: filters.near }),
    unitTypes: filters.unitTypes.length > 0 ? [...filters.unitTypes] : null,
    price: { min: filters.priceMin, max: filters.priceMax },
    area: { min: filters.areaMin, max: filters.areaMax },
    ...(filters.availableBy && { availableBy: filters.availableBy }),
    ...(filters.availableUntil && { availableUntil: filters.availableUntil }),
    ...(filters.amenities.length > 0 && { amenities: [...filters.amenities] }),
    ...(filters.sort !== defaultOrder && { sortField: filters.sort }),
    ...(descending.has(filters.sort) && { sortDirection: 'DESC' }),
  };
}

/** Requests the facet counts, which are the same for every page and order. */
export const toFacetsRequest = (filters: SearchFilters): SearchListingsRequest => ({
  ...toRequest({ ...filters, page: 0, sort: defaultOrder }),
  pageSize: 1,
  facets: true,
  amenityFacets: true,
});
