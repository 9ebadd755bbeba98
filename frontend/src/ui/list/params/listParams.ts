/** The API accepts either case, so that its description has only a string. */
export type SortDirection = 'ASC' | 'DESC';

/** The page sizes of most lists. */
const pageSizes = [10, 25, 50, 100] as const;
/** The default of the server. */
const serverPageSize = 10;

/**
 * The parameters of a list besides page and keyword. `Filters` maps the name of a filter to its
 * values.
 */
export type ListSpec<Sort extends string, Filters extends Record<string, string>> = {
  /** The first one is the default. */
  sortFields: readonly [Sort, ...Sort[]];
  filters: { readonly [Name in keyof Filters]: FilterSpec<Filters[Name]> };
  /** The page sizes, beginning with the default; `pageSizes` by default. */
  pageSizes?: readonly [number, ...number[]];
};

type FilterSpec<Value extends string> = {
  values: readonly Value[];
  /** Active as long as the address has no other value. */
  preset?: readonly Value[];
};

export type ListParams<Sort extends string, Filters extends Record<string, string>> = {
  /** From 0. */
  page: number;
  keyword: string;
  sortField: Sort;
  sortDirection: SortDirection;
  /** The chosen values of each filter; none means any. */
  filters: { [Name in keyof Filters]: Filters[Name][] };
  /** Omitted if it is the default of the server. */
  pageSize?: number;
};

/** The value of a filter whose preset was removed: without a value it would have the preset. */
const any = 'ANY';

/**
 * Parses the address; invalid values are ignored. `preferred` is the page size if the address has
 * none.
 */
export function parseListParams<Sort extends string, Filters extends Record<string, string>>(
  query: URLSearchParams,
  spec: ListSpec<Sort, Filters>,
  preferred?: number,
): ListParams<Sort, Filters> {
  const page = query.get('page') ?? '';
  const sortField = query.get('sortField');
  const filters = namesOf(spec).map((name) => {
    const { values, preset = [] } = spec.filters[name];
    const chosen = query.getAll(name);
    return [name, chosen.length === 0 ? [...preset] : values.filter((value) => chosen.includes(value))];
  });
  const pageSize =
    sizesOf(spec).find((size) => String(size) === query.get('pageSize')) ?? defaultSize(spec, preferred);
  return {
    page: /^\d{1,9}$/.test(page) ? Number(page) : 0,
    keyword: (query.get('keyword') ?? '').trim(),
    sortField: spec.sortFields.find((field) => field === sortField) ?? spec.sortFields[0],
    sortDirection: query.get('sortDirection')?.toUpperCase() === 'ASC' ? 'ASC' : 'DESC',
    filters: Object.fromEntries(filters),
    ...(pageSize !== serverPageSize && { pageSize }),
  };
}

/** Formats the query of the address; empty and default values are omitted. */
export function formatListParams<Sort extends string, Filters extends Record<string, string>>(
  params: ListParams<Sort, Filters>,
  spec: ListSpec<Sort, Filters>,
  preferred?: number,
): string {
  const query = new URLSearchParams();
  const pageSize = pageSizeOf(params);
  if (params.page > 0) query.set('page', String(params.page));
  if (pageSize !== defaultSize(spec, preferred)) query.set('pageSize', String(pageSize));
  if (params.keyword.trim()) query.set('keyword', params.keyword.trim());
  if (params.sortField !== spec.sortFields[0]) query.set('sortField', params.sortField);
  if (params.sortDirection !== 'DESC') query.set('sortDirection', params.sortDirection);
  for (const name of namesOf(spec)) {
    const chosen = params.filters[name];
    const { preset = [] } = spec.filters[name];
    if (sameValues(chosen, preset)) continue;
    for (const value of chosen.length > 0 ? chosen : [any]) query.append(name, value);
  }
  return query.toString();
}

export const pageSizeOf = ({ pageSize }: { pageSize?: number }): number => pageSize ?? serverPageSize;

export const sizesOf = ({ pageSizes: own }: { pageSizes?: readonly [number, ...number[]] }) =>
  own ?? pageSizes;

const defaultSize = (spec: { pageSizes?: readonly [number, ...number[]] }, preferred?: number): number =>
  sizesOf(spec).find((size) => size === preferred) ?? sizesOf(spec)[0];

const namesOf = <Sort extends string, Filters extends Record<string, string>>(
  spec: ListSpec<Sort, Filters>,
) => Object.keys(spec.filters) as (keyof Filters & string)[];

const sameValues = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((value) => others.includes(value));
