ALTER TABLE outbox DROP COLUMN priority;
