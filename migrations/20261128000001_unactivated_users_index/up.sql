-- Approved and invited users who have not set a password; retention deletes the oldest.
CREATE INDEX CONCURRENTLY users_unactivated_idx ON users (last_modified) WHERE status = 'REGISTRATION_PENDING';
