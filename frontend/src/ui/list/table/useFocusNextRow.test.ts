import { expect, test } from 'vitest';
import { findNextOpen } from './useFocusNextRow';

const row = (externalId: string, open = true) => ({ externalId, open });
const after = (current: string, ...rows: ReturnType<typeof row>[]) =>
  findNextOpen(rows, row(current), ({ open }) => open)?.externalId;

test.each([
  ['the next row', 'b', after('a', row('a'), row('b'), row('c'))],
  ['the next row that is open', 'c', after('a', row('a'), row('b', false), row('c'))],
  ['the first open row after the last one', 'a', after('c', row('a'), row('b'), row('c'))],
  ['undefined if only the current row is open', undefined, after('b', row('a', false), row('b'))],
  ['the first open row if the current one has left the list', 'a', after('x', row('a'), row('b'))],
])('findNextOpen returns %s', (_, expected, found) => {
  expect(found).toBe(expected);
});
