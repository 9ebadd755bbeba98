import { expect, test } from 'vitest';
import firstSearches from './firstSearches.json';
import { parseFilters, toRequest } from './searchFilters';

// A test of the server reads the same table: crates/web/src/initial_search.rs.
test.each(firstSearches)(
  'toRequest returns the request for ?$query that the server includes in its page',
  (known) => {
    expect(toRequest(parseFilters(new URLSearchParams(known.query)))).toEqual(known.request);
  },
);
