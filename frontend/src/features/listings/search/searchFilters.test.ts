import { expect, test } from 'vitest';
import firstSearches from './firstSearches.json';
import { parseFilters, toRequest } from './searchFilters';

// The server reads the same table: crates/api/src/pages/first_search.rs.
test.each(firstSearches)(
  'toRequest: the address ?$query asks for what the server answers in its page',
  (known) => {
    expect(toRequest(parseFilters(new URLSearchParams(known.query)))).toEqual(known.request);
  },
);
