//! Changes in portions: as many rows as asked for with any plan, by one process, from an index.

use portal_domain::ids::UserId;
use portal_persistence::PgStore;
use portal_services::ports::{FileRemovalQueue, LockedRows, Outbox, Pruner, Store};

use crate::context::{TestContext, after, now, student};
use crate::explain::{self, plans};
use crate::statements;

/// Fifty rows of everything that is done in portions, due at any time.
const ROWS: [&str; 7] = [
    "INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, last_modified)
        SELECT md5('user' || n)::uuid, n || '@portal.test', 'First', 'Last', 'OTHER', 'STUDENT', 'ACTIVE', 'de-DE',
            '2026-01-01Z', '2026-01-01Z'
        FROM generate_series(1, 100) AS n",
    "INSERT INTO applications (id, student_id, listing_title, letter, administrator_decision,
            administrator_decided_at, landlord_decision, date_created, last_modified)
        SELECT md5('application' || n)::uuid, md5('user' || n)::uuid, 'Zimmer', 'Ich suche ein Zimmer.',
            CASE WHEN n <= 50 THEN 'REJECTED' ELSE 'PENDING' END, CASE WHEN n <= 50 THEN timestamptz '2026-01-01Z' END,
            'PENDING', '2026-01-01Z', '2026-01-01Z'
        FROM generate_series(1, 100) AS n",
    "INSERT INTO events (id, event_type, user_id, acknowledged, date_created, report_reason, report_text)
        SELECT md5('event' || n)::uuid, 'LISTING_REPORTED', md5('user' || n)::uuid, false, '2026-01-01Z', 'OTHER', 'Text'
        FROM generate_series(1, 50) AS n",
    "INSERT INTO audit_entries (id, action, address, date_created)
        SELECT md5('entry' || n)::uuid, 'PROFILE_CHANGED', '192.0.2.7', '2026-01-01Z' FROM generate_series(1, 50) AS n",
    "INSERT INTO file_removals (id, location, due_at)
        SELECT md5('removal' || n)::uuid, '/' || n || '.jpg', '2026-01-01Z' FROM generate_series(1, 50) AS n",
    "INSERT INTO registrations (id, user_id, status, date_created, last_modified, decided_at, role)
        SELECT id, id, 'APPROVED', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', 'STUDENT' FROM users",
    "INSERT INTO documents (id, registration_id, filename, content_type, location, date_created)
        SELECT id, id, 'Proof.pdf', 'application/pdf', '/documents/' || id, '2026-01-01Z' FROM registrations LIMIT 50",
];

/// PostgreSQL has no choice but nested loops, which it otherwise takes by wrong estimates.
async fn with_nested_loops() -> (TestContext, PgStore) {
    let context = TestContext::new().await;
    for rows in ROWS {
        context.run(rows).await;
    }
    for method in ["hashjoin", "mergejoin", "hashagg", "sort", "material", "memoize", "incremental_sort"] {
        let set = format!("ALTER DATABASE %I SET enable_{method} = off");
        context.run(&format!("DO $$ BEGIN EXECUTE format('{set}', current_database()); END $$")).await;
    }
    // Settings of a database apply to new connections.
    let store = PgStore::new(context.database.pool());
    (context, store)
}

#[tokio::test]
async fn retention_takes_no_more_rows_than_its_batch() {
    let (context, store) = with_nested_loops().await;
    let mut work = store.begin().await.unwrap();
    assert_eq!(work.retention().prune_documents(now(), 5).await.unwrap().len(), 5);
    assert_eq!(work.retention().prune_letters(now(), 5).await.unwrap(), 5);
    assert_eq!(work.retention().prune_open_letters(now(), 5).await.unwrap(), 5);
    assert_eq!(work.retention().prune_reports(now(), 5).await.unwrap(), 5);
    assert_eq!(work.audit().prune_addresses(now(), 5).await.unwrap(), 5);
    work.commit().await.unwrap();
    let letters = "SELECT count(*) FROM applications WHERE letter IS NOT NULL";
    assert_eq!(context.query_value::<i64>(letters).await, 90);
}

#[tokio::test]
async fn claims_take_no_more_rows_than_their_batch() {
    let (context, store) = with_nested_loops().await;
    assert_eq!(FileRemovalQueue::claim(&store, now(), after(60), 5).await.unwrap().len(), 5);
    let mut work = store.begin().await.unwrap();
    assert_eq!(work.events().acknowledge_until(now(), 5, LockedRows::Skip).await.unwrap(), 5);
    assert_eq!(work.events().acknowledge_until(now(), 5, LockedRows::WaitFor).await.unwrap(), 5);
    let told = work.reply_clock().claim_waiting_applications(now(), now(), 5).await.unwrap();
    assert_eq!(told.len(), 5);
    work.commit().await.unwrap();
    let told = "SELECT count(*) FROM applications WHERE student_told_at IS NOT NULL";
    assert_eq!(context.query_value::<i64>(told).await, 5);
}

#[tokio::test]
async fn limits_of_a_user_delete_no_more_rows_than_needed() {
    let (context, store) = with_nested_loops().await;
    context.add_user(&student(1)).await;
    let user: UserId = student(1).id;
    context
        .run(&format!(
            "INSERT INTO sessions (id, user_id, current_token, started_at, rotated_at) \
             SELECT md5('session' || n)::uuid, '{user}', sha256(n::text::bytea), now(), now() - n * interval '1 day' \
             FROM generate_series(1, 50) AS n; \
             INSERT INTO devices (token_hash, user_id, last_used) \
             SELECT sha256(n::text::bytea), '{user}', now() - n * interval '1 day' FROM generate_series(1, 50) AS n"
        ))
        .await;
    let mut work = store.begin().await.unwrap();
    work.sessions().end_oldest(user, 40).await.unwrap();
    work.sessions().insert_device(user, &[7; 32], now(), 40).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM sessions").await, 40);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM devices").await, 40);
}

/// Sessions of which a tenth have ended, in tables that are far larger than a portion.
async fn with_ended_rows() -> TestContext {
    statements::record();
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context
        .run(&format!(
            "SET synchronous_commit = on; \
             INSERT INTO sessions (id, user_id, current_token, started_at, rotated_at) \
             SELECT md5(n::text)::uuid, '{}', sha256(n::text::bytea), \
                 timestamptz '2026-11-20 12:00Z' - (CASE WHEN n % 20 = 1 THEN 5 ELSE 0 END) * interval '1 day', \
                 timestamptz '2026-11-20 12:00Z' - (CASE WHEN n % 20 = 2 THEN 2 ELSE 0 END) * interval '1 day' \
             FROM generate_series(1, 20000) AS n",
            student(1).id
        ))
        .await;
    context.vacuum("sessions").await;
    context
}

#[tokio::test]
async fn prune_sessions_reads_only_a_portion_of_an_index() {
    let context = with_ended_rows().await;
    explain::take_sent();
    let (idle_since, started_before) = (after(-86_400), after(-3 * 86_400));
    assert_eq!(context.store.prune_sessions(idle_since, started_before, 100).await.unwrap(), 200);
    let deletes: Vec<_> = explain::take_sent().into_iter().filter(|sent| sent.starts_with("DELETE")).collect();
    assert_eq!(deletes.len(), 2, "{deletes:?}");
    for (delete, index) in deletes.iter().zip(["sessions_rotated_at_idx", "sessions_started_at_idx"]) {
        // Such statements are never cached, so PostgreSQL makes no generic plan.
        let plan = plans(&context, delete, &format!("'{}', 100", idle_since.to_rfc3339())).await.remove(0);
        assert!(plan.contains(index) && !plan.contains("Seq Scan on sessions"), "{plan}");
    }
    while context.store.prune_sessions(idle_since, started_before, 100).await.unwrap() > 0 {}
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM sessions").await, 18_000);
}

/// One process at a time: the others have nothing to do.
#[tokio::test]
async fn prune_sessions_in_another_process_does_nothing() {
    let context = with_ended_rows().await;
    let other = context.database.client().await;
    other.batch_execute(&format!("BEGIN; SELECT pg_advisory_xact_lock({}, 1)", 0x706f_7274)).await.unwrap();
    assert_eq!(context.store.prune_sessions(now(), now(), 100).await.unwrap(), 0);
    other.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(context.store.prune_sessions(now(), now(), 100).await.unwrap(), 200);
}

/// Two processes prune all rows, each once.
#[tokio::test]
async fn prune_attempts_in_two_processes_deletes_each_row_once() {
    let context = TestContext::new().await;
    let ended = "INSERT INTO attempt_counters (key, attempts, window_ends) \
                 SELECT n::text, 1, '2026-01-01Z' FROM generate_series(1, 5000) AS n";
    context.run(ended).await;
    let processes = (0..2).map(|_| {
        let store = context.store.clone();
        tokio::spawn(async move {
            let mut deleted = 0;
            for _ in 0..100 {
                deleted += store.prune_attempts(now(), 100).await.unwrap();
            }
            deleted
        })
    });
    let mut deleted = 0;
    for process in processes.collect::<Vec<_>>() {
        deleted += process.await.unwrap();
    }
    let left: i64 = context.query_value("SELECT count(*) FROM attempt_counters").await;
    assert_eq!((deleted, left), (5_000, 0));
}

#[tokio::test]
async fn prune_dead_letters_and_donations_delete_a_portion() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let dead = format!(
        "INSERT INTO outbox (id, recipient_id, purpose, attempts, due_at, date_created, given_up_at, failure) \
         SELECT gen_random_uuid(), '{0}', 'PASSWORD_CHANGED', 1, '2126-01-01Z', '2026-01-01Z', '2026-01-01Z', 'gone' \
         FROM generate_series(1, 1500); \
         INSERT INTO donation_requests (landlord_id, subject_id, requested_at) \
         SELECT '{0}', gen_random_uuid(), '2026-01-01Z' FROM generate_series(1, 1500)",
        student(1).id
    );
    context.run(&dead).await;
    for pruned in [1_000, 500, 0] {
        assert_eq!(context.store.prune_dead_letters(now()).await.unwrap(), pruned);
        let mut work = context.begin().await;
        assert_eq!(work.donations().prune(now()).await.unwrap(), pruned);
        work.commit().await.unwrap();
    }
}

#[tokio::test]
async fn give_up_unknown_gives_up_a_portion() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let newer = format!(
        "ALTER TABLE outbox DROP CONSTRAINT outbox_purpose_check; \
         INSERT INTO outbox (id, recipient_id, purpose, attempts, due_at, date_created) \
         SELECT gen_random_uuid(), '{}', 'FROM_A_NEWER_VERSION', 0, '2026-01-01Z', '2026-01-01Z' \
         FROM generate_series(1, 1500)",
        student(1).id
    );
    context.run(&newer).await;
    for given_up in [1_000, 500, 0] {
        assert_eq!(context.store.give_up_unknown(now(), "unknown").await.unwrap(), given_up);
    }
}
