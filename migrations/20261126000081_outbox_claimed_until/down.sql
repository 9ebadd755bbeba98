ALTER TABLE outbox DROP COLUMN claimed_until;
