-- The claims of the most urgent mails.
CREATE INDEX CONCURRENTLY outbox_priority_due_at_idx ON outbox (priority, due_at, id) WHERE given_up_at IS NULL;
