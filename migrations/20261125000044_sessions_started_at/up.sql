-- Retention: sessions that have ended.
CREATE INDEX CONCURRENTLY sessions_started_at_idx ON sessions (started_at);
