import { expect, test } from 'vitest';
import { nextOpen } from './useNextRow';

const row = (externalId: string, open = true) => ({ externalId, open });
const after = (current: string, ...rows: ReturnType<typeof row>[]) =>
  nextOpen(rows, row(current), ({ open }) => open)?.externalId;

test.each([
  ['the one below', 'b', after('a', row('a'), row('b'), row('c'))],
  ['the next one that is open', 'c', after('a', row('a'), row('b', false), row('c'))],
  ['from the last one up to the first', 'a', after('c', row('a'), row('b'), row('c'))],
  ['nothing but itself is open', undefined, after('b', row('a', false), row('b'))],
  ['one that has left the list meanwhile', 'a', after('x', row('a'), row('b'))],
])('what comes next: %s', (_, expected, found) => {
  expect(found).toBe(expected);
});
