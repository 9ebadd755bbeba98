//! Migrations run while the old program serves: what would stop it is refused.

use std::fs;
use std::path::Path;

use portal_persistence::migrate::{self, MigrateError};
use portal_persistence::testing::TestDatabase;
use tokio_postgres::Client;

use crate::context::wait_for_lock_wait;
use crate::migration_lint::{Context, violations};

/// The last migration of the latest release; raise it with each release. It is that of the last version
/// before the first release: programs that others run know all migrations until there.
const LAST_RELEASED: &str = "20261124000007_second_factor";

/// The version of a migration by the name of its folder.
fn version(name: &str) -> &str {
    name.split('_').next().unwrap_or(name)
}

#[test]
fn migrations_do_not_stop_the_old_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let folders = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let names: Vec<String> = folders.map(|entry| entry.file_name().into_string().unwrap()).collect();
    let is_released = |name: &str| name <= LAST_RELEASED;
    assert!(names.iter().any(|name| name == LAST_RELEASED));
    let released: Vec<&str> = names.iter().filter(|name| is_released(name)).map(|name| version(name)).collect();
    for name in names.iter().filter(|name| !is_released(name)) {
        let sql = fs::read_to_string(folder.join(name).join("up.sql")).unwrap();
        let metadata = fs::read_to_string(folder.join(name).join("metadata.toml")).unwrap_or_default();
        let context = Context { in_transaction: !metadata.contains("run_in_transaction = false"), released: &released };
        assert_eq!(violations(&sql, &context), Vec::<String>::new(), "{name}: see migrations/README.md");
    }
}

/// Undoes one migration, so that it is pending again.
async fn undo(client: &Client, version: &str, down: &str) {
    client.batch_execute(down).await.unwrap();
    let forget = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
    client.batch_execute(&forget).await.unwrap();
}

#[tokio::test]
async fn migrate_gives_up_waiting_for_a_lock_and_tries_again() {
    let database = TestDatabase::create().await;
    let (client, holder) = (database.client().await, database.client().await);
    let version = "20261124000001";
    let down = include_str!("../../../../migrations/20261124000001_protect_audit_trail/down.sql");
    undo(&client, version, down).await;
    holder.batch_execute("BEGIN; LOCK TABLE audit_entries IN ROW EXCLUSIVE MODE").await.unwrap();

    let owner = database.owner();
    let migrating = tokio::spawn(async move { migrate::migrate(&owner).await });
    wait_for_lock_wait(&client, true).await;
    wait_for_lock_wait(&client, false).await;
    holder.batch_execute("COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap().unwrap(), [version]);
}

/// The old program inserts mails, whose foreign keys lock listings, while a migration that has locked
/// listings waits for the mails.
#[tokio::test]
async fn migrate_gives_way_to_a_transaction_that_needs_its_locks() {
    let database = TestDatabase::create().await;
    let (client, holder) = (database.client().await, database.client().await);
    let version = "20261126000011";
    undo(&client, version, include_str!("../../../../migrations/20261126000011_availability/down.sql")).await;
    holder.batch_execute("BEGIN; LOCK TABLE outbox IN ROW EXCLUSIVE MODE").await.unwrap();

    let owner = database.owner();
    let migrating = tokio::spawn(async move { migrate::migrate(&owner).await });
    wait_for_lock_wait(&client, true).await;
    holder.batch_execute("LOCK TABLE listings IN ROW SHARE MODE; COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap().unwrap(), [version]);
}

#[tokio::test]
async fn migrate_tables_without_migrations_is_rejected() {
    let database = TestDatabase::create_empty().await;
    database.client().await.batch_execute("CREATE TABLE users ()").await.unwrap();
    let error = migrate::migrate(&database.owner()).await.unwrap_err();
    assert!(matches!(error, MigrateError::Unreleased), "{error:?}");
}

#[tokio::test]
async fn migrate_removes_unfinished_index_before_it_builds_indexes() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client
        .batch_execute(
            "INSERT INTO schema_requirements VALUES ('a'); CREATE INDEX schema_requirements_idx ON schema_requirements (migration);
             UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'schema_requirements_idx'::regclass",
        )
        .await
        .unwrap();
    migrate::drop_unfinished_indexes(&database.owner()).await.unwrap();
    let left = "SELECT to_regclass('schema_requirements_idx') IS NULL";
    assert!(client.query_one(left, &[]).await.unwrap().get::<_, bool>(0));
}

#[tokio::test]
async fn verify_of_expanded_schema_succeeds_without_rights_or_locks() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client
        .batch_execute(
            "INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000001');
             INSERT INTO schema_requirements (migration) SELECT min(version) FROM __diesel_schema_migrations",
        )
        .await
        .unwrap();
    // Another process is migrating.
    client.batch_execute("SELECT pg_advisory_lock(123623963910508)").await.unwrap();
    migrate::verify(&database.serving()).await.unwrap();
}

#[tokio::test]
async fn contracted_schema_is_refused_by_migrate_and_verify() {
    let database = TestDatabase::create().await;
    let contract = "INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000001');
                    INSERT INTO schema_requirements (migration) VALUES ('99991231000001')";
    database.client().await.batch_execute(contract).await.unwrap();
    let refused =
        [migrate::migrate(&database.owner()).await.unwrap_err(), migrate::verify(&database.owner()).await.unwrap_err()];
    for error in refused {
        assert!(matches!(&error, MigrateError::TooNew(version) if version == "99991231000001"), "{error:?}");
    }
}

#[tokio::test]
async fn verify_of_incomplete_schema_names_number_and_changes_nothing() {
    let database = TestDatabase::create_empty().await;
    let error = migrate::verify(&database.owner()).await.unwrap_err();
    assert!(matches!(error, MigrateError::Missing(missing) if missing == migrate::known_versions().len()), "{error:?}");
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(database.client().await.query_one(tables, &[]).await.unwrap().get::<_, i64>(0), 0);
}
