DROP INDEX CONCURRENTLY outbox_given_up_at_idx;
