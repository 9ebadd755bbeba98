-- The backups of this database. No file is removed from the object store before the lease of a
-- running one ends: the backup may still have to copy it.
CREATE TABLE backups (
    id uuid CONSTRAINT backups_pkey PRIMARY KEY,
    started_at timestamptz NOT NULL,
    lease_until timestamptz NOT NULL,
    finished_at timestamptz
);
