-- The addresses around a town: the search in SQL names their postal codes.
CREATE INDEX CONCURRENTLY listings_postal_code_city_idx ON listings (postal_code, city) WHERE searchable;
