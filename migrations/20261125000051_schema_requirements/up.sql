-- Migrations that a program must know to run on this schema: each contract migration adds the one of
-- the release that stopped using what it removes (migrations/README.md).
CREATE TABLE schema_requirements (
    migration text CONSTRAINT schema_requirements_pkey PRIMARY KEY
);
