/** The API takes either spelling of case, so that its description says no more than string. */
export type SortDirection = 'ASC' | 'DESC';

/** How many rows a page can have. */
const pageSizes = [10, 25, 50, 100] as const;
/** Of the server, where it is asked for none. */
const serverPageSize = 10;

/** What a list can be asked for, beside its page and keyword. `Filters` maps a filter's name to its values. */
export type ListSpec<Sort extends string, Filters extends Record<string, string>> = {
  /** The first one is the default. */
  sortFields: readonly [Sort, ...Sort[]];
  filters: { readonly [Name in keyof Filters]: FilterSpec<Filters[Name]> };
  /** How many rows a page can have, beginning with the default; `pageSizes` unless given. */
  pageSizes?: readonly [number, ...number[]];
};

type FilterSpec<Value extends string> = {
  values: readonly Value[];
  /** Chosen as long as the address does not say otherwise. */
  preset?: readonly Value[];
};

export type ListParams<Sort extends string, Filters extends Record<string, string>> = {
  /** From 0. */
  page: number;
  keyword: string;
  sortField: Sort;
  sortDirection: SortDirection;
  /** The chosen values of each filter; none of them means any. */
  filters: { [Name in keyof Filters]: Filters[Name][] };
  /** Left out where it is the server's own. */
  pageSize?: number;
};

/** Stands in the address for a filter whose preset was taken away, because an absent one means the preset. */
const any = 'ANY';

/**
 * Reads what an address says; what is not understood counts as not said.
 * `preferred` is the page size of an address that says none.
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
    const said = query.getAll(name);
    return [name, said.length === 0 ? [...preset] : values.filter((value) => said.includes(value))];
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

/** The query of the address: what is empty or as it is by default is left out. */
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
