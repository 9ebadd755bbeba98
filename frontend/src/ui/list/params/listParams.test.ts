import { describe, expect, test } from 'vitest';
import { formatListParams, type ListParams, parseListParams } from './listParams';

const spec = {
  sortFields: ['lastModified', 'title'],
  filters: {
    status: { values: ['NEW', 'OLD', 'GONE'] },
    review: { values: ['PENDING', 'DONE'], preset: ['PENDING'] },
  },
} as const;

type Params = ListParams<
  'lastModified' | 'title',
  { status: 'NEW' | 'OLD' | 'GONE'; review: 'PENDING' | 'DONE' }
>;

const parse = (query: string): Params => parseListParams(new URLSearchParams(query), spec);
const format = (change: Partial<Params>) => formatListParams({ ...parse(''), ...change }, spec);

test('parseListParams returns the defaults for an empty address', () => {
  expect(parse('')).toEqual({
    page: 0,
    keyword: '',
    sortField: 'lastModified',
    sortDirection: 'DESC',
    filters: { status: [], review: ['PENDING'] },
  });
  expect(format({})).toBe('');
});

test.each([
  'page=3&keyword=k%C3%B6ln&sortField=title&sortDirection=ASC&status=NEW&status=GONE&review=DONE',
  'review=PENDING&review=DONE',
  'keyword=a+b',
])('%s is parsed and formatted to the same query', (query) => {
  expect(formatListParams(parse(query), spec)).toBe(query);
});

test('parseListParams ignores invalid values', () => {
  expect(parse('page=-1&sortField=password&sortDirection=up&status=WRONG')).toEqual(parse(''));
  expect(parse('page=1e3').page).toBe(0);
  expect(parse('sortDirection=asc').sortDirection).toBe('ASC');
});

describe('page size', () => {
  const parseWith = (preferred: number | undefined, query: string) =>
    parseListParams(new URLSearchParams(query), spec, preferred).pageSize;

  test('the default is neither parsed nor formatted', () => {
    expect(parseWith(undefined, '')).toBeUndefined();
    expect(parseWith(undefined, 'pageSize=10')).toBeUndefined();
    expect(format({ pageSize: 10 })).toBe('');
  });

  test.each([25, 50, 100])('%i is parsed and formatted', (size) => {
    expect(parseWith(undefined, `pageSize=${size}`)).toBe(size);
    expect(format({ pageSize: size })).toBe(`pageSize=${size}`);
  });

  test.each(['11', '0', '-10', '1000', '2e1', 'many', ''])("'%s' is ignored", (size) => {
    expect(parseWith(undefined, `pageSize=${size}`)).toBeUndefined();
    expect(parseWith(50, `pageSize=${size}`)).toBe(50);
  });

  test('the preferred size applies where the address has none', () => {
    expect(parseWith(50, '')).toBe(50);
    expect(parseWith(50, 'pageSize=10')).toBeUndefined();
    expect(parseWith(37, '')).toBeUndefined();
    expect(formatListParams({ ...parse(''), pageSize: 50 }, spec, 50)).toBe('');
    expect(formatListParams(parse(''), spec, 50)).toBe('pageSize=10');
  });

  test('a list with its own sizes begins with the first of them', () => {
    const cards = { ...spec, pageSizes: [12, 25] } as const;
    expect(parseListParams(new URLSearchParams(), cards).pageSize).toBe(12);
    expect(parseListParams(new URLSearchParams('pageSize=10'), cards).pageSize).toBe(12);
    expect(parseListParams(new URLSearchParams(), cards, 25).pageSize).toBe(25);
  });
});

describe('filter with a preset', () => {
  const none = { status: [], review: [] };

  test('is ANY in the address if nothing is chosen, and stays empty after a reload', () => {
    const query = format({ filters: none });
    expect(query).toBe('review=ANY');
    expect(parse(query).filters).toEqual(none);
  });

  test('is not in the address if the preset is chosen', () => {
    expect(format({ filters: { status: [], review: ['PENDING'] } })).toBe('');
  });
});
