import { expect, test } from 'vitest';
import { pagerItems } from './pagerItems';

const shown = (page: number, total: number, neighbours: number) =>
  pagerItems(page, total, neighbours)
    .map((item) => (typeof item === 'number' ? item : '…'))
    .join(' ');

test.each([
  [1, 1, 1, '1'],
  [1, 2, 1, '1 2'],
  [2, 3, 1, '1 2 3'],
  [1, 4, 0, '1 2 3 4'],
  [3, 5, 0, '1 2 3 4 5'],
  [1, 7, 1, '1 2 3 4 5 6 7'],
  [1, 10, 1, '1 2 3 4 5 … 10'],
  [4, 10, 1, '1 2 3 4 5 … 10'],
  [5, 10, 1, '1 … 4 5 6 … 10'],
  [7, 10, 1, '1 … 6 7 8 9 10'],
  [10, 10, 1, '1 … 6 7 8 9 10'],
  [5, 10, 0, '1 … 5 … 10'],
  [1, 1000, 0, '1 2 3 … 1000'],
])('pagerItems of page %i of %i with %i neighbours: %s', (page, total, neighbours, expected) => {
  expect(shown(page, total, neighbours)).toBe(expected);
});

test('pagerItems has the same length on every page of a long list', () => {
  const lengths = Array.from({ length: 30 }, (_, index) => pagerItems(index + 1, 30, 1).length);
  expect(new Set(lengths)).toEqual(new Set([7]));
});
