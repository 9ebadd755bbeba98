-- Keywords of lists.
CREATE INDEX CONCURRENTLY applications_keyword_idx ON applications USING gin (search_title gin_trgm_ops);
