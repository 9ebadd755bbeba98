-- Listings whose last day has passed.
CREATE INDEX CONCURRENTLY listings_available_until_idx ON listings (available_until) WHERE searchable AND available_until IS NOT NULL;
