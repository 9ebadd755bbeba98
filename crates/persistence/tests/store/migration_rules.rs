//! Migrations run while the old program serves: what would stop it is refused.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use portal_persistence::migrate::{self, MigrateError};
use portal_persistence::testing::TestDatabase;

use crate::context::wait_for_lock_wait;

/// The last migration before the first release. No program that others run is older.
const LAST_UNRELEASED: &str = "20261124000007_second_factor";

/// The statements without comments, in upper case, words separated by one space.
fn statements(sql: &str) -> Vec<String> {
    let code: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
    let text = code.join("\n").replace('(', " ( ").to_uppercase();
    let statements = text.split(';').map(|statement| statement.split_whitespace().collect::<Vec<_>>().join(" "));
    statements.filter(|statement| !statement.is_empty()).collect()
}

/// The word after these.
fn word_after<'a>(statement: &'a str, words: &str) -> Option<&'a str> {
    statement.split_once(words).and_then(|(_, rest)| rest.split_whitespace().next())
}

/// What would stop the old program, or block it for long.
fn violations(sql: &str) -> Vec<String> {
    let statements = statements(sql);
    let new: BTreeSet<&str> =
        statements.iter().filter_map(|statement| word_after(statement, "CREATE TABLE ")).collect();
    let mut violations = Vec::new();
    for statement in &statements {
        let is_index = statement.starts_with("CREATE INDEX ") || statement.starts_with("CREATE UNIQUE INDEX ");
        let table = word_after(statement, " ON ").unwrap_or_default();
        if is_index && !statement.contains(" CONCURRENTLY ") && !new.contains(table) {
            violations.push(format!("blocks writes, create it CONCURRENTLY: {statement}"));
        }
        let Some(table) = word_after(statement, "ALTER TABLE ").filter(|table| !new.contains(table)) else { continue };
        for action in statement.split(',') {
            let is_required = action.contains(" SET NOT NULL")
                || action.contains(" ADD ") && action.contains(" NOT NULL") && !action.contains(" DEFAULT ");
            if is_required {
                violations.push(format!("the old program inserts rows into {table} without it: {action}"));
            }
        }
    }
    violations
}

#[test]
fn violations_finds_statements_that_stop_the_old_program() {
    for refused in [
        "ALTER TABLE users ADD COLUMN nickname text NOT NULL;",
        "ALTER TABLE users\n    ADD nickname text CONSTRAINT users_nickname_check CHECK (nickname <> '') NOT NULL;",
        "ALTER TABLE users ADD COLUMN a text, ADD COLUMN b text NOT NULL;",
        "ALTER TABLE users ALTER COLUMN city SET NOT NULL;",
        "CREATE INDEX users_city_idx ON users (city);",
        "-- CONCURRENTLY\nCREATE UNIQUE INDEX users_city_key ON users(city);",
    ] {
        assert_eq!(violations(refused).len(), 1, "{refused}");
    }
    for accepted in [
        "ALTER TABLE users ADD COLUMN nickname text;",
        "ALTER TABLE users ADD COLUMN points bigint NOT NULL DEFAULT 0;",
        "CREATE TABLE points (id uuid NOT NULL); CREATE INDEX points_id_idx ON points (id);",
        "CREATE INDEX CONCURRENTLY users_city_idx ON users (city);",
    ] {
        assert_eq!(violations(accepted), Vec::<String>::new());
    }
}

#[test]
fn migrations_do_not_stop_the_old_program() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    for entry in fs::read_dir(folder).unwrap() {
        let migration = entry.unwrap();
        let name = migration.file_name().into_string().unwrap();
        if name.as_str() <= LAST_UNRELEASED || !migration.path().is_dir() {
            continue;
        }
        let sql = fs::read_to_string(migration.path().join("up.sql")).unwrap();
        assert_eq!(violations(&sql), Vec::<String>::new(), "{name}");
    }
}

#[tokio::test]
async fn migrate_gives_up_waiting_for_a_lock_and_tries_again() {
    let database = TestDatabase::create().await;
    let (client, holder) = (database.client().await, database.client().await);
    client
        .batch_execute(include_str!("../../../../migrations/20261124000001_protect_audit_trail/down.sql"))
        .await
        .unwrap();
    let version = "20261124000001";
    let undone = format!("DELETE FROM __diesel_schema_migrations WHERE version = '{version}'");
    client.batch_execute(&undone).await.unwrap();
    holder.batch_execute("BEGIN; LOCK TABLE audit_entries IN ROW EXCLUSIVE MODE").await.unwrap();

    let owner = database.owner();
    let migrating = tokio::spawn(async move { migrate::migrate(&owner).await });
    wait_for_lock_wait(&client, true).await;
    wait_for_lock_wait(&client, false).await;
    holder.batch_execute("COMMIT").await.unwrap();
    assert_eq!(migrating.await.unwrap().unwrap(), [version]);
}

#[tokio::test]
async fn migrate_tables_without_migrations_is_rejected() {
    let database = TestDatabase::create_empty().await;
    database.client().await.batch_execute("CREATE TABLE users ()").await.unwrap();
    let error = migrate::migrate(&database.owner()).await.unwrap_err();
    assert!(matches!(error, MigrateError::Unreleased), "{error:?}");
}
