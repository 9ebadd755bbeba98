//! Counted totals are exact: after every kind of change, and while others write.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use portal_domain::application::ApplicationState;
use portal_domain::listing::ListingStatus;
use portal_services::ports::Pruner;
use tokio_postgres::Client;

use crate::context::{TestContext, application, landlord, listing, student};

/// Groups whose sum differs from the rows, in one snapshot.
const DIFFERENCES: &str = "
    SELECT coalesce(string_agg(format('%s %s %s: %s', relation, kind, state, difference), ', '), '')
    FROM (
        SELECT relation, kind, state, sum(change) AS difference
        FROM (
            SELECT 'users' AS relation, role AS kind, status AS state, -1::bigint AS change FROM users
            UNION ALL SELECT 'registrations', role, status, -1 FROM registrations
            UNION ALL SELECT 'listings', '', status, -1 FROM listings
            UNION ALL SELECT 'listing_view_totals', '', '', -views FROM listing_view_totals
            UNION ALL SELECT 'applications', administrator_decision, landlord_decision, -1 FROM applications
            UNION ALL SELECT 'events', '', acknowledged::text, -1 FROM events
            UNION ALL SELECT 'audit_entries', action, '', -1 FROM audit_entries
            UNION ALL SELECT relation, kind, state, change FROM row_counts
        ) AS changes
        GROUP BY relation, kind, state
    ) AS groups
    WHERE difference <> 0";

async fn differences(client: &Client) -> String {
    client.query_one(DIFFERENCES, &[]).await.unwrap().get(0)
}

/// One row of everything, and its changes.
const CHANGES: &[&str] = &[
    "INSERT INTO registrations (id, user_id, status, date_created, last_modified, role)
        SELECT gen_random_uuid(), id, 'PENDING', now(), now(), role FROM users WHERE role = 'STUDENT'",
    "UPDATE registrations SET status = 'APPROVED', decided_at = now()",
    "UPDATE users SET status = 'INACTIVE', first_name = 'Other' WHERE role = 'STUDENT'",
    "INSERT INTO listing_view_totals SELECT id, 5 FROM listings",
    "INSERT INTO listing_view_totals SELECT id, 7 FROM listings
        ON CONFLICT (listing_id) DO UPDATE SET views = listing_view_totals.views + excluded.views",
    "UPDATE listings SET status = 'RENTED', searchable = false",
    "UPDATE applications SET administrator_decision = 'APPROVED', administrator_decided_at = now()",
    "INSERT INTO events (id, event_type, user_id, acknowledged, date_created)
        SELECT gen_random_uuid(), 'STUDENT_REGISTRATION_REQUESTED', id, false, now() FROM users",
    "UPDATE events SET acknowledged = true",
    "INSERT INTO audit_entries (id, action, date_created) VALUES (gen_random_uuid(), 'PROFILE_CHANGED', now())",
    "UPDATE users SET last_name = 'Otherwise'",
    "DELETE FROM applications",
    // Cascades to the views.
    "DELETE FROM listings",
    // Cascades to the registrations.
    "DELETE FROM users WHERE role = 'STUDENT'",
    "TRUNCATE events",
];

#[tokio::test]
async fn counts_follow_every_change_and_its_rollback() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    context.add_user(&student(2)).await;
    let listing = listing(10, &owner, ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&listing)).await;
    context.add_application(&application(20, &student(2), &listing, ApplicationState::AwaitingAdministrator)).await;
    for change in CHANGES {
        context.run(&format!("BEGIN; {change}; ROLLBACK")).await;
        assert_eq!(differences(&context.client).await, "", "rolled back: {change}");
        context.run(change).await;
        assert_eq!(differences(&context.client).await, "", "{change}");
        context.store.fold_row_counts().await.unwrap();
        assert_eq!(differences(&context.client).await, "", "folded after {change}");
    }
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM users").await, 1);
}

/// A writer's steps: new users, changes, deletions, and rollbacks of them.
async fn write(client: &Client, writer: usize, rounds: usize) {
    for round in 0..rounds {
        let insert = format!(
            "INSERT INTO users (id, email, first_name, last_name, gender, role, status, locale, date_created, \
                 last_modified) \
             SELECT gen_random_uuid(), '{writer}-{round}-' || n || '@portal.test', 'First', 'Last', 'OTHER', \
                 'STUDENT', 'NEW', 'de-DE', now(), now() FROM generate_series(1, 5) AS n"
        );
        let own = format!("email LIKE '{writer}-%'");
        let end = if round % 3 == 0 { "ROLLBACK" } else { "COMMIT" };
        let steps = format!(
            "BEGIN; {insert}; UPDATE users SET status = 'ACTIVE' WHERE {own} AND email LIKE '%-1@%'; \
             DELETE FROM users WHERE {own} AND email LIKE '%-2@%'; {end}"
        );
        client.batch_execute(&steps).await.unwrap();
    }
}

/// Each comparison reads rows and counts in one snapshot, so they must agree at any time.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn counts_are_exact_while_others_write_and_fold() {
    let context = TestContext::new().await;
    let is_done = Arc::new(AtomicBool::new(false));
    let mut writers = Vec::new();
    for writer in 0..6 {
        let client = context.database.client().await;
        writers.push(tokio::spawn(async move { write(&client, writer, 30).await }));
    }
    let mut folders = Vec::new();
    for _ in 0..2 {
        let (store, is_done) = (context.store.clone(), Arc::clone(&is_done));
        folders.push(tokio::spawn(async move {
            while !is_done.load(SeqCst) {
                store.fold_row_counts().await.unwrap();
            }
        }));
    }
    let recounting = context.database.client().await;
    let mut compared = 0;
    while writers.iter().any(|writer| !writer.is_finished()) {
        assert_eq!(differences(&context.client).await, "");
        // Corrects nothing, because nothing is wrong.
        recounting.batch_execute("SELECT recount_rows()").await.unwrap();
        compared += 1;
    }
    is_done.store(true, SeqCst);
    for task in writers.into_iter().chain(folders) {
        task.await.unwrap();
    }
    assert!(compared > 0);
    assert_eq!(differences(&context.client).await, "");
    // Two thirds of the rounds were committed, each with four users.
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM users").await, 6 * 20 * 4);
}

/// Writers only insert into the counts: one that has not committed makes no other wait.
#[tokio::test]
async fn counts_do_not_make_writers_wait() {
    let context = TestContext::new().await;
    let holder = context.database.client().await;
    let audit = "INSERT INTO audit_entries (id, action, date_created) \
                 VALUES (gen_random_uuid(), 'PROFILE_CHANGED', now())";
    context.run(audit).await;
    holder.batch_execute(&format!("BEGIN; {audit}")).await.unwrap();
    context.run(&format!("SET lock_timeout = '1ms'; {audit}")).await;
    context.store.fold_row_counts().await.unwrap();
    assert_eq!(differences(&context.client).await, "", "the open transaction is in neither");
    holder.batch_execute("COMMIT").await.unwrap();
    assert_eq!(differences(&context.client).await, "");
}

#[tokio::test]
async fn fold_row_counts_leaves_one_row_for_each_group() {
    let context = TestContext::new().await;
    let changes = "INSERT INTO row_counts (relation, kind, state, change) \
                   SELECT 'events', '', (n % 2 = 0)::text, CASE WHEN n % 4 = 0 THEN -1 ELSE 1 END \
                   FROM generate_series(1, 25000) AS n";
    context.run(changes).await;
    let mut batches = 1;
    while context.store.fold_row_counts().await.unwrap() {
        batches += 1;
    }
    assert_eq!(batches, 3, "portions of 10,000");
    let left = "SELECT string_agg(state || ' ' || change, ', ' ORDER BY state) FROM row_counts";
    assert_eq!(context.query_value::<String>(left).await, "false 12500", "changes that cancel out are gone");
    let folded = context.query_value::<i64>("SELECT max(number) FROM row_counts").await;
    assert!(!context.store.fold_row_counts().await.unwrap());
    assert_eq!(context.query_value::<i64>("SELECT max(number) FROM row_counts").await, folded, "nothing to do");
}

/// One process at a time.
#[tokio::test]
async fn fold_row_counts_in_another_process_does_nothing() {
    let context = TestContext::new().await;
    let twice = "INSERT INTO row_counts (relation, kind, state, change) VALUES ('events', '', 'true', 1), \
                 ('events', '', 'true', 2)";
    context.run(twice).await;
    let other = context.database.client().await;
    other.batch_execute(&format!("BEGIN; SELECT pg_advisory_xact_lock({}, 10)", 0x706f_7274)).await.unwrap();
    assert!(!context.store.fold_row_counts().await.unwrap());
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM row_counts").await, 2);
    other.batch_execute("COMMIT").await.unwrap();
    context.store.fold_row_counts().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM row_counts").await, 1);
}

#[tokio::test]
async fn recount_rows_corrects_rows_written_without_triggers() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.run("SET session_replication_role = replica; UPDATE users SET status = 'INACTIVE'").await;
    context.run("SET session_replication_role = origin").await;
    assert_ne!(differences(&context.client).await, "");
    context.run("SELECT recount_rows()").await;
    assert_eq!(differences(&context.client).await, "");
    let inactive = "SELECT sum(change)::bigint FROM row_counts WHERE relation = 'users' AND state = 'INACTIVE'";
    assert_eq!(context.query_value::<i64>(inactive).await, 1);
}
