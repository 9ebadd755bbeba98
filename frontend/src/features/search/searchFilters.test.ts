import { describe, expect, test } from 'vitest';
import firstSearches from './firstSearches.json';
import { parseFilters, toRequest } from './searchFilters';

// A test of the server reads the same table: crates/web/src/initial_search.rs.
test.each(firstSearches)(
  'toRequest returns the request for ?$query that the server includes in its page',
  (known) => {
    expect(toRequest(parseFilters(new URLSearchParams(known.query)))).toEqual(known.request);
  },
);

const parse = (name: string, value: string) => parseFilters(new URLSearchParams({ [name]: value }));

describe('parseFilters', () => {
  test.each([
    ['a no-break space', 'Zimmer\u00a0Köln', 'Zimmer Köln'],
    ['a tab and a line break', ' Zimmer\tin\r\nKöln\u2028', 'Zimmer in  Köln'],
    ['NUL', 'Zim\0mer', 'Zim mer'],
    ['an override of the direction', '\u202eabc\u2066d', 'abc d'],
  ])('a keyword with %s becomes the text that the server searches', (_what, typed, keyword) => {
    expect(parse('keyword', typed).keyword).toBe(keyword);
  });

  test('a keyword of more than 200 characters is shortened, an emoji counts as one', () => {
    expect(parse('keyword', '🏠'.repeat(201)).keyword).toBe('🏠'.repeat(200));
    expect(parse('keyword', `${'x'.repeat(199)} y`).keyword).toBe('x'.repeat(199));
  });

  test.each(['Kö\0ln', 'Kö\u202eln', 'Kö\u2066ln', 'Kö\u2028ln', 'Kö\u0085ln'])(
    'a place that the server refuses, %j, is ignored',
    (name) => {
      expect(parse('place', name).place).toBeNull();
      expect(parse('place', `Köln/${name}`).place).toBeNull();
      expect(parseFilters(new URLSearchParams({ near: name, radius: '5' })).near).toBeNull();
    },
  );

  test('a place in a script from right to left keeps its direction mark', () => {
    expect(parse('place', 'חיפה\u200f').place).toEqual({ city: 'חיפה\u200f', district: null });
  });
});
