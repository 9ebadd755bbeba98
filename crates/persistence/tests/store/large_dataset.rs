//! A large database for tests of query plans: 15,000 users, 10,000 listings, 30,000 applications,
//! 20,000 events and 20,000 audit entries.

use portal_domain::ids::UserId;

use crate::context::TestContext;
use crate::statements;

/// One user per hour, the newest one hour before `context::now()`.
const USERS: &str = "
    CREATE FUNCTION made(hours numeric) RETURNS timestamptz IMMUTABLE LANGUAGE sql
        AS $$ SELECT timestamptz '2026-11-20 12:00Z' - hours * interval '1 hour' $$;
    INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, last_modified)
    SELECT md5('user' || n)::uuid, n || '@portal.test', 'First ' || n, 'Last ' || n, 'OTHER',
        CASE WHEN n % 20 = 0 THEN 'LANDLORD' ELSE 'STUDENT' END,
        CASE WHEN n % 100 IN (40, 41) THEN 'NEW' WHEN n % 9 = 0 THEN 'INACTIVE' ELSE 'ACTIVE' END,
        'de-DE', made(n), made(n)
    FROM generate_series(1, 15000) AS n;
    INSERT INTO registrations (id, user_id, status, date_created, last_modified, decided_at, role)
    SELECT md5('registration' || n)::uuid, md5('user' || n)::uuid,
        CASE WHEN n % 100 IN (40, 41) THEN 'PENDING' ELSE 'APPROVED' END, made(n), made(n),
        CASE WHEN n % 100 NOT IN (40, 41) THEN made(n - 1) END,
        CASE WHEN n % 20 = 0 THEN 'LANDLORD' ELSE 'STUDENT' END
    FROM generate_series(1, 15000) AS n";

const LISTINGS: &str = "
    INSERT INTO listings SELECT
        md5('listing' || n)::uuid, md5('user' || n % 750 * 20 + 20)::uuid,
        (ARRAY['AVAILABLE', 'AVAILABLE', 'RENTED', 'ARCHIVED', 'DRAFT'])[n % 5 + 1], n % 5 < 2,
        'Zimmer ' || n, 'ROOM', 'Ringstraße', n::text, '80331', 'München', NULL, 'Bayern',
        100, 1000, 1, 1, 1, '{}', repeat('Ein ruhiges Zimmer zum Hof. ', 20), '', '',
        20000, 5000, 100000, '[]', 25000, to_tsvector('simple', 'zimmer'), made(n), made(n)
    FROM generate_series(1, 10000) AS n;
    INSERT INTO listing_view_totals SELECT md5('listing' || n)::uuid, 3 FROM generate_series(1, 10000) AS n";

/// A seventh belongs to one landlord. Two percent wait for an administrator, two percent for the
/// landlord.
const APPLICATIONS: &str = "
    INSERT INTO applications (id, student_id, landlord_id, listing_id, listing_title, letter,
        administrator_decision, administrator_decided_at, landlord_decision, landlord_decided_at,
        date_created, last_modified)
    SELECT md5('application' || n)::uuid, md5('user' || n % 7499 * 2 + 1)::uuid,
        md5('user' || CASE WHEN n % 7 = 0 THEN 20 ELSE n % 750 * 20 + 20 END)::uuid,
        md5('listing' || n % 10000 + 1)::uuid, 'Zimmer', repeat('Ich suche ein Zimmer. ', 30),
        CASE WHEN n % 100 < 2 THEN 'PENDING' WHEN n % 3 = 0 THEN 'REJECTED' ELSE 'APPROVED' END,
        CASE WHEN n % 100 >= 2 THEN made(n / 2.0 - 5) END,
        CASE WHEN n % 100 < 2 OR n % 3 = 0 OR n % 100 > 97 THEN 'PENDING'
            WHEN n % 3 = 1 THEN 'APPROVED' ELSE 'REJECTED' END,
        CASE WHEN n % 100 < 2 OR n % 3 = 0 OR n % 100 > 97 THEN NULL ELSE made(n / 2.0 - 25) END,
        made(n / 2.0), made(n / 2.0)
    FROM generate_series(1, 30000) AS n";

const EVENTS: &str = "
    INSERT INTO events (id, event_type, user_id, acknowledged, date_created)
    SELECT md5('event' || n)::uuid, 'STUDENT_REGISTRATION_REQUESTED', md5('user' || n % 15000 + 1)::uuid,
        n % 200 <> 0, made(n)
    FROM generate_series(1, 20000) AS n";

/// Half of the entries have the same actor.
const AUDIT: &str = "
    INSERT INTO audit_entries (id, actor_id, action, entity_id, address, date_created)
    SELECT md5('entry' || n)::uuid, md5('user' || CASE WHEN n % 2 = 0 THEN 20 ELSE n % 15000 + 1 END)::uuid,
        (ARRAY['APPLICATION_FORWARDED', 'APPLICATION_DECLINED', 'PROFILE_CHANGED', 'LISTING_CHANGED'])[n % 4 + 1],
        md5('application' || n)::uuid, NULL, made(n)
    FROM generate_series(1, 20000) AS n";

/// Loads the data, updates the statistics and records statements.
pub(crate) async fn load() -> TestContext {
    statements::record();
    let context = TestContext::new().await;
    // VACUUM needs commits that are flushed to disk. The replica role skips foreign key checks and
    // triggers.
    context.run("SET synchronous_commit = on; SET session_replication_role = replica").await;
    for statement in [USERS, LISTINGS, APPLICATIONS, EVENTS, AUDIT] {
        context.run(statement).await;
    }
    context.run("SELECT recount_rows()").await;
    for table in
        ["users", "registrations", "listings", "listing_view_totals", "applications", "events", "audit_entries"]
    {
        context.vacuum(table).await;
    }
    context
}

/// The landlord of a seventh of all applications.
pub(crate) async fn popular_landlord(context: &TestContext) -> UserId {
    UserId(context.query_value::<String>("SELECT md5('user20')").await.parse().unwrap())
}
