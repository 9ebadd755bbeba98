-- While a process delivers the mail: the end of its lease. A mail that waits for its next try has none.
ALTER TABLE outbox ADD COLUMN claimed_until timestamptz;
