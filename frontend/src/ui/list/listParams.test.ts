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

test('an empty address means the defaults', () => {
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
])('%s reads and writes back the same', (query) => {
  expect(formatListParams(parse(query), spec)).toBe(query);
});

test('what is not understood counts as not said', () => {
  expect(parse('page=-1&sortField=password&sortDirection=up&status=WRONG')).toEqual(parse(''));
  expect(parse('page=1e3').page).toBe(0);
  expect(parse('sortDirection=asc').sortDirection).toBe('ASC');
});

describe('a filter with a preset', () => {
  const none = { status: [], review: [] };

  test('whose choice was taken away says so in the address, and stays empty after a reload', () => {
    const query = format({ filters: none });
    expect(query).toBe('review=ANY');
    expect(parse(query).filters).toEqual(none);
  });

  test('that is as preset is not in the address', () => {
    expect(format({ filters: { status: [], review: ['PENDING'] } })).toBe('');
  });
});
