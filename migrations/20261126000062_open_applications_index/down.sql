DROP INDEX CONCURRENTLY applications_open_idx;
