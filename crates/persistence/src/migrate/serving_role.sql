-- Executed as one transaction at every start. A role belongs to all databases of the server, so
-- another database's portal may create it at the same time.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'portal_service') THEN
        BEGIN
            CREATE ROLE portal_service LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS;
            -- The role may not choose the language itself.
            ALTER ROLE portal_service SET lc_messages = 'C';
        EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
        END;
    END IF;
    IF EXISTS (
        SELECT FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
          AND NOT has_table_privilege('portal_service', oid, 'SELECT')
    ) THEN
        REVOKE CREATE ON SCHEMA public FROM PUBLIC;
        GRANT USAGE ON SCHEMA public TO portal_service;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO portal_service;
        GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO portal_service;
        REVOKE INSERT, UPDATE, DELETE ON __diesel_schema_migrations, schema_requirements FROM portal_service;
        REVOKE UPDATE, DELETE ON audit_entries FROM portal_service;
        GRANT UPDATE (address, actor_id) ON audit_entries TO portal_service;
    END IF;
END $$;
