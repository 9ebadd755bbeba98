-- Exact totals of whole tables without reading them. Triggers append what each statement changes,
-- in its transaction; a total is the sum of its rows. Writers insert only, so none waits for another;
-- the worker replaces the rows of a group by their sum.

-- Creating triggers locks seven tables. Shorter than deadlock_timeout, so that a deadlock with running
-- transactions is a timeout too, after which the migration is tried again.
SET LOCAL lock_timeout = '500ms';

-- pg_trgm, for the keywords of administrators' lists.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE row_counts (
    number bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT row_counts_pkey PRIMARY KEY,
    -- The table. Of `listing_view_totals` the views are counted, of the others the rows.
    relation text NOT NULL,
    -- The group: role and status of users and registrations, decisions of administrator and landlord
    -- of applications, action of audit entries, otherwise empty.
    kind text NOT NULL,
    -- ... status of listings, whether events are acknowledged.
    state text NOT NULL,
    change bigint NOT NULL
) WITH (
    -- Rows live for seconds: without frequent cleaning, each total would read dead ones.
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 500,
    autovacuum_vacuum_insert_scale_factor = 0,
    autovacuum_vacuum_insert_threshold = 500
);
CREATE INDEX row_counts_relation_idx ON row_counts (relation, kind, state) INCLUDE (change);

CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'users', role, status, count(*) FROM new_rows GROUP BY role, status;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'users', role, status, -count(*) FROM old_rows GROUP BY role, status;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'users', kind, state, sum(change)
            FROM (
                SELECT role AS kind, status AS state, 1 AS change FROM new_rows
                UNION ALL
                SELECT role, status, -1 FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER users_inserted_count AFTER INSERT ON users
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER users_updated_count AFTER UPDATE ON users
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER users_deleted_count AFTER DELETE ON users
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE FUNCTION count_registrations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'registrations', role, status, count(*) FROM new_rows GROUP BY role, status;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'registrations', role, status, -count(*) FROM old_rows GROUP BY role, status;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'registrations', kind, state, sum(change)
            FROM (
                SELECT role AS kind, status AS state, 1 AS change FROM new_rows
                UNION ALL
                SELECT role, status, -1 FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER registrations_inserted_count AFTER INSERT ON registrations
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();
CREATE TRIGGER registrations_updated_count AFTER UPDATE ON registrations
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();
CREATE TRIGGER registrations_deleted_count AFTER DELETE ON registrations
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_registrations();

CREATE FUNCTION count_listings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'listings', '', status, count(*) FROM new_rows GROUP BY status;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'listings', '', status, -count(*) FROM old_rows GROUP BY status;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'listings', kind, state, sum(change)
            FROM (
                SELECT '' AS kind, status AS state, 1 AS change FROM new_rows
                UNION ALL
                SELECT '', status, -1 FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER listings_inserted_count AFTER INSERT ON listings
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
CREATE TRIGGER listings_updated_count AFTER UPDATE ON listings
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listings();
CREATE TRIGGER listings_deleted_count AFTER DELETE ON listings
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listings();

CREATE FUNCTION count_listing_view_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'listing_view_totals', '', '', sum(views) FROM new_rows HAVING count(*) > 0;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'listing_view_totals', '', '', -sum(views) FROM old_rows HAVING count(*) > 0;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'listing_view_totals', kind, state, sum(change)
            FROM (
                SELECT '' AS kind, '' AS state, views AS change FROM new_rows
                UNION ALL
                SELECT '', '', -views FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER listing_view_totals_inserted_count AFTER INSERT ON listing_view_totals
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listing_view_totals();
CREATE TRIGGER listing_view_totals_updated_count AFTER UPDATE ON listing_view_totals
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listing_view_totals();
CREATE TRIGGER listing_view_totals_deleted_count AFTER DELETE ON listing_view_totals
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_listing_view_totals();

CREATE FUNCTION count_applications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'applications', administrator_decision, landlord_decision, count(*) FROM new_rows GROUP BY administrator_decision, landlord_decision;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'applications', administrator_decision, landlord_decision, -count(*) FROM old_rows GROUP BY administrator_decision, landlord_decision;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'applications', kind, state, sum(change)
            FROM (
                SELECT administrator_decision AS kind, landlord_decision AS state, 1 AS change FROM new_rows
                UNION ALL
                SELECT administrator_decision, landlord_decision, -1 FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER applications_inserted_count AFTER INSERT ON applications
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_applications();
CREATE TRIGGER applications_updated_count AFTER UPDATE ON applications
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_applications();
CREATE TRIGGER applications_deleted_count AFTER DELETE ON applications
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_applications();

CREATE FUNCTION count_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'events', '', acknowledged::text, count(*) FROM new_rows GROUP BY acknowledged::text;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'events', '', acknowledged::text, -count(*) FROM old_rows GROUP BY acknowledged::text;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'events', kind, state, sum(change)
            FROM (
                SELECT '' AS kind, acknowledged::text AS state, 1 AS change FROM new_rows
                UNION ALL
                SELECT '', acknowledged::text, -1 FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER events_inserted_count AFTER INSERT ON events
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER events_updated_count AFTER UPDATE ON events
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_events();
CREATE TRIGGER events_deleted_count AFTER DELETE ON events
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_events();

CREATE FUNCTION count_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'audit_entries', action, '', count(*) FROM new_rows GROUP BY action;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'audit_entries', action, '', -count(*) FROM old_rows GROUP BY action;
    ELSE
        INSERT INTO row_counts (relation, kind, state, change)
            SELECT 'audit_entries', kind, state, sum(change)
            FROM (
                SELECT action AS kind, '' AS state, 1 AS change FROM new_rows
                UNION ALL
                SELECT action, '', -1 FROM old_rows
            ) AS changes
            GROUP BY kind, state HAVING sum(change) <> 0;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER audit_entries_inserted_count AFTER INSERT ON audit_entries
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();
CREATE TRIGGER audit_entries_updated_count AFTER UPDATE ON audit_entries
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();
CREATE TRIGGER audit_entries_deleted_count AFTER DELETE ON audit_entries
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_audit_entries();

CREATE FUNCTION uncount_truncated() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO row_counts (relation, kind, state, change)
        SELECT relation, kind, state, -sum(change) FROM row_counts
        WHERE relation = TG_TABLE_NAME GROUP BY relation, kind, state;
    RETURN NULL;
END $$;

CREATE TRIGGER users_truncated_count AFTER TRUNCATE ON users EXECUTE FUNCTION uncount_truncated();
CREATE TRIGGER registrations_truncated_count AFTER TRUNCATE ON registrations EXECUTE FUNCTION uncount_truncated();
CREATE TRIGGER listings_truncated_count AFTER TRUNCATE ON listings EXECUTE FUNCTION uncount_truncated();
CREATE TRIGGER listing_view_totals_truncated_count AFTER TRUNCATE ON listing_view_totals EXECUTE FUNCTION uncount_truncated();
CREATE TRIGGER applications_truncated_count AFTER TRUNCATE ON applications EXECUTE FUNCTION uncount_truncated();
CREATE TRIGGER events_truncated_count AFTER TRUNCATE ON events EXECUTE FUNCTION uncount_truncated();
CREATE TRIGGER audit_entries_truncated_count AFTER TRUNCATE ON audit_entries EXECUTE FUNCTION uncount_truncated();

-- Corrects all totals, for rows that were written without triggers. One statement and so one
-- snapshot: what is committed while it runs is neither counted nor missed, and nothing is locked.
CREATE FUNCTION recount_rows() RETURNS void LANGUAGE sql
AS $$
    INSERT INTO row_counts (relation, kind, state, change)
    SELECT relation, kind, state, sum(change)
    FROM (
        SELECT 'users', role, status, count(*) FROM users GROUP BY role, status
        UNION ALL
        SELECT 'registrations', role, status, count(*) FROM registrations GROUP BY role, status
        UNION ALL
        SELECT 'listings', '', status, count(*) FROM listings GROUP BY status
        UNION ALL
        SELECT 'listing_view_totals', '', '', coalesce(sum(views), 0) FROM listing_view_totals
        UNION ALL
        SELECT 'applications', administrator_decision, landlord_decision, count(*) FROM applications GROUP BY administrator_decision, landlord_decision
        UNION ALL
        SELECT 'events', '', acknowledged::text, count(*) FROM events GROUP BY acknowledged::text
        UNION ALL
        SELECT 'audit_entries', action, '', count(*) FROM audit_entries GROUP BY action
        UNION ALL
        SELECT relation, kind, state, -change FROM row_counts
    ) AS differences (relation, kind, state, change)
    GROUP BY relation, kind, state HAVING sum(change) <> 0;
$$;

-- Jobs that one process runs for all, at most once in a period.
CREATE TABLE job_runs (
    job text CONSTRAINT job_runs_pkey PRIMARY KEY,
    -- The process that runs the job renews this lease.
    held_until timestamptz NOT NULL,
    -- The lease's owner: a process that has lost its lease does not renew it.
    holder uuid NOT NULL,
    -- Null: never.
    finished_at timestamptz
);
