-- Retention.
CREATE INDEX CONCURRENTLY applications_kept_notes_idx
    ON applications ((COALESCE(landlord_decided_at, administrator_decided_at))) WHERE rejection_note IS NOT NULL;
