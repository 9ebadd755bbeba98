//! The state of a database server.

use std::time::SystemTime;

use chrono::{DateTime, TimeDelta};
use portal_persistence::inspect;
use portal_persistence::testing::TestDatabase;
use portal_services::ports::MockClock;

use crate::context::{TestContext, student};

/// This machine's clock, set forward by some seconds.
fn clock(ahead: i64) -> MockClock {
    let mut clock = MockClock::new();
    clock.expect_now().returning(move || DateTime::from(SystemTime::now()) + TimeDelta::seconds(ahead));
    clock
}

#[tokio::test]
async fn inspect_of_migrated_database_finds_its_state() {
    let database = TestDatabase::create().await;
    let facts = inspect(&database.serving(), &clock(0)).await.unwrap();
    assert!(facts.version >= 140_000 && facts.max_connections > 10, "{facts:?}");
    assert!(
        !facts.is_superuser && !facts.is_replica && facts.missing_extensions.is_empty() && !facts.has_demo_users,
        "{facts:?}"
    );
    assert_eq!((facts.pending_migrations, facts.unknown_migrations), (0, 0));
    assert!(facts.clock_offset.abs() < TimeDelta::seconds(5) && facts.replica_lag == TimeDelta::zero(), "{facts:?}");
}

#[tokio::test]
async fn inspect_of_newer_schema_with_demo_users_finds_both() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let change = "INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000001');
        DELETE FROM __diesel_schema_migrations
            WHERE version = (SELECT max(version) FROM __diesel_schema_migrations WHERE version < '9999');
        UPDATE users SET email = 'student@portal.test';";
    context.client.batch_execute(change).await.unwrap();
    let facts = inspect(&context.database.serving(), &clock(60)).await.unwrap();
    assert_eq!((facts.pending_migrations, facts.unknown_migrations), (1, 1));
    assert_eq!(facts.unknown_requirement, None, "only expanded");
    assert!(facts.has_demo_users && (facts.clock_offset.num_seconds() + 60).abs() < 5, "{facts:?}");
}

#[tokio::test]
async fn inspect_without_the_extensions_of_the_migrations_names_them() {
    let context = TestContext::new().await;
    let extensions = "SELECT string_agg(extname, ', ' ORDER BY extname) FROM pg_extension WHERE extname <> 'plpgsql'";
    let created: String = context.query_value(extensions).await;
    context.run(&format!("DROP EXTENSION {created} CASCADE")).await;
    let facts = inspect(&context.database.serving(), &clock(0)).await.unwrap();
    let mut missing: Vec<&str> = facts.missing_extensions.split(", ").collect();
    missing.sort_unstable();
    assert_eq!(missing.join(", "), created);
}
