DROP INDEX CONCURRENTLY users_keyword_idx;
