-- Keywords of lists.
CREATE INDEX CONCURRENTLY users_keyword_idx ON users USING gin (search_name gin_trgm_ops, email gin_trgm_ops);
