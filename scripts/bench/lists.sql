-- A large portal, for psql: in addition to the demo data 100,000 users with their registrations,
-- 100,000 listings, applications, events and audit entries, ten minutes apart. One listing of the
-- demo landlord has 7,000 applications. The last 2,000 registrations and applications are pending
-- for administrators, the 2,000 applications before them for landlords, and the last 1,000 events
-- are new. The role `replica` switches foreign keys and triggers off.
SET session_replication_role = replica;
SET synchronous_commit = off;
SELECT id AS landlord FROM users WHERE email = 'landlord@portal.test' \gset
SELECT id AS student FROM users WHERE email = 'student@portal.test' \gset
SELECT id AS administrator FROM users WHERE email = 'admin@portal.test' \gset
SELECT id AS favourite FROM listings WHERE landlord_id = :'landlord' AND searchable ORDER BY id LIMIT 1 \gset

CREATE FUNCTION pg_temp.made(n numeric) RETURNS timestamptz STABLE LANGUAGE sql
    AS $$ SELECT now() - n * interval '10 minutes' $$;

INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, last_modified)
SELECT md5('user' || n)::uuid, n || '@bulk.test', 'First ' || n, 'Last ' || n, 'OTHER',
    CASE WHEN n % 20 = 0 THEN 'LANDLORD' ELSE 'STUDENT' END,
    CASE WHEN n <= 2000 THEN 'NEW' WHEN n % 9 = 0 THEN 'INACTIVE' ELSE 'ACTIVE' END,
    'de-DE', pg_temp.made(n), pg_temp.made(n)
FROM generate_series(1, 100000) AS n;

INSERT INTO registrations (id, user_id, status, date_created, last_modified, decided_at, role)
SELECT md5('registration' || n)::uuid, md5('user' || n)::uuid,
    CASE WHEN n <= 2000 THEN 'PENDING' ELSE 'APPROVED' END, pg_temp.made(n), pg_temp.made(n),
    CASE WHEN n > 2000 THEN pg_temp.made(n - 50) END,
    CASE WHEN n % 20 = 0 THEN 'LANDLORD' ELSE 'STUDENT' END
FROM generate_series(1, 100000) AS n;

-- One of a hundred belongs to the demo landlord.
INSERT INTO listings SELECT
    md5('listing' || n)::uuid, CASE WHEN n % 100 = 0 THEN :'landlord' ELSE md5('user' || n % 5000 * 20 + 20)::uuid END,
    (ARRAY['AVAILABLE', 'AVAILABLE', 'RENTED', 'ARCHIVED', 'DRAFT'])[n % 5 + 1], n % 5 < 2,
    'Zimmer ' || n, 'ROOM', 'Ringstraße', n::text, '80331', 'München', NULL, 'Bayern',
    100, 1000, 1, 1, 1, '{}', repeat('Ein ruhiges Zimmer zum Hof. ', 20), '', '',
    20000, 5000, 100000, '[]', 25000, to_tsvector('simple', 'zimmer munchen'), pg_temp.made(n), pg_temp.made(n)
FROM generate_series(1, 100000) AS n;
INSERT INTO listing_images SELECT
    md5('image' || n)::uuid, md5('listing' || n)::uuid, 0,
    (SELECT location FROM listing_images ORDER BY id LIMIT 1)
FROM generate_series(1, 100000) AS n;
INSERT INTO listing_view_totals SELECT md5('listing' || n)::uuid, n FROM generate_series(1, 100000) AS n;
-- Not in the schema of earlier versions, which a rolling upgrade begins with.
SELECT to_regclass('listing_view_days') IS NOT NULL AS views_have_days \gset
\if :views_have_days
INSERT INTO listing_view_days SELECT md5('listing' || n)::uuid, current_date - d, 1
FROM generate_series(1, 100000) AS n, generate_series(0, 2) AS d;
\endif

INSERT INTO applications (id, student_id, landlord_id, listing_id, listing_title, letter,
    administrator_decision, administrator_decided_at, landlord_decision, landlord_decided_at,
    date_created, last_modified)
SELECT md5('application' || n)::uuid,
    CASE WHEN n % 5000 = 1 THEN :'student' ELSE md5('user' || n % 25000 * 4 + 1)::uuid END,
    CASE WHEN popular THEN :'landlord' ELSE md5('user' || n % 5000 * 20 + 20)::uuid END,
    CASE WHEN popular THEN :'favourite' ELSE md5('listing' || n)::uuid END,
    'Zimmer', repeat('Ich suche ein Zimmer. ', 30),
    CASE WHEN n <= 2000 THEN 'PENDING' WHEN n % 3 = 0 THEN 'REJECTED' ELSE 'APPROVED' END,
    CASE WHEN n > 2000 THEN pg_temp.made(n - 50) END,
    CASE WHEN n <= 4000 OR n % 3 = 0 THEN 'PENDING' WHEN n % 3 = 1 THEN 'APPROVED' ELSE 'REJECTED' END,
    CASE WHEN n <= 4000 OR n % 3 = 0 THEN NULL ELSE pg_temp.made(n - 99) END,
    pg_temp.made(n), pg_temp.made(n)
FROM (SELECT n, n % 14 = 0 AND n <= 98000 AS popular FROM generate_series(1, 100000) AS n) AS numbers;

INSERT INTO events (id, event_type, user_id, listing_id, acknowledged, date_created)
SELECT md5('event' || n)::uuid,
    CASE WHEN n % 2 = 0 THEN 'STUDENT_REGISTRATION_REQUESTED' ELSE 'LISTING_RENTED' END,
    CASE WHEN n % 2 = 0 THEN md5('user' || n)::uuid END, CASE WHEN n % 2 = 1 THEN md5('listing' || n)::uuid END,
    n > 1000, pg_temp.made(n)
FROM generate_series(1, 100000) AS n;

INSERT INTO audit_entries (id, actor_id, action, entity_id, address, date_created)
SELECT md5('entry' || n)::uuid, CASE WHEN n % 2 = 0 THEN :'administrator' ELSE md5('user' || n)::uuid END,
    (ARRAY['APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'PROFILE_CHANGED', 'LISTING_CHANGED', 'USER_DELETED'])
        [n % 5 + 1],
    md5('application' || n)::uuid, CASE WHEN n < 4320 THEN '198.51.100.7' END, pg_temp.made(n)
FROM generate_series(1, 100000) AS n;

-- The triggers that count rows are off, too.
-- Earlier versions have no counters.
DO $$ BEGIN IF to_regproc('recount_rows') IS NOT NULL THEN PERFORM recount_rows(); END IF; END $$;

RESET synchronous_commit;
VACUUM (FREEZE, ANALYZE);
