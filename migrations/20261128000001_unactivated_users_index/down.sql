DROP INDEX CONCURRENTLY users_unactivated_idx;
