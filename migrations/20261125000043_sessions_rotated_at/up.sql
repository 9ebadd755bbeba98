-- Retention: sessions that are idle.
CREATE INDEX CONCURRENTLY sessions_rotated_at_idx ON sessions (rotated_at);
