-- Retention: dead letters.
CREATE INDEX CONCURRENTLY outbox_given_up_at_idx ON outbox (given_up_at) WHERE given_up_at IS NOT NULL;
