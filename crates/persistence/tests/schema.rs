//! Tests the migrations, and generates `src/schema.rs` from the migrated database.

#![expect(clippy::unwrap_used, reason = "a failed step is a failed test")]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use portal_persistence::migrate::{self, MigrateError};
use portal_persistence::testing::TestDatabase;
use tokio_postgres::Client;

const FILE: &str = "src/schema.rs";

/// Of a table in `diesel::table!`, see `src/more_columns.rs`.
const MAX_COLUMNS: usize = 32;

/// With this variable the file is written instead of compared.
const UPDATE: &str = "UPDATE_SCHEMA";

#[tokio::test]
async fn schema_rs_describes_the_migrated_database() {
    let database = TestDatabase::create().await;
    let described = describe(&database.client().await).await;
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    if env::var_os(UPDATE).is_some() {
        fs::write(&file, &described).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap();
    assert!(
        committed == described,
        "{FILE} is out of date: run `{UPDATE}=1 cargo test -p portal-persistence --test schema`\n{described}"
    );
}

#[tokio::test]
async fn migrations_run_up_down_and_up_again() {
    let database = TestDatabase::create_empty().await;
    let client = database.client().await;
    let up = migrate::migrate(&database.owner()).await.unwrap();
    assert_eq!(up, migrate::known_versions());
    let migrated = list_schema_objects(&client).await;
    assert!(migrated.len() > 100, "{migrated:?}");

    let down = migrate::revert(&database.owner()).await.unwrap();
    assert_eq!(down.len(), up.len());
    let left = list_schema_objects(&client).await;
    assert!(left.iter().all(|line| line.contains("__diesel_schema_migrations")), "{left:?}");

    migrate::migrate(&database.owner()).await.unwrap();
    assert_eq!(list_schema_objects(&client).await, migrated);
}

#[tokio::test]
async fn migrate_concurrent_processes_apply_each_migration_once() {
    let database = TestDatabase::create_empty().await;
    let owner = database.owner();
    let runs: Vec<_> = (0..4)
        .map(|_| {
            let owner = owner.clone();
            tokio::spawn(async move { migrate::migrate(&owner).await })
        })
        .collect();
    let mut applied = Vec::new();
    for run in runs {
        applied.extend(run.await.unwrap().unwrap());
    }
    assert_eq!(applied, migrate::known_versions());
}

async fn apply_version(client: &Client, version: &str) {
    client.batch_execute(&format!("INSERT INTO __diesel_schema_migrations VALUES ('{version}')")).await.unwrap();
}

#[tokio::test]
async fn migrate_database_of_unreleased_version_is_rejected() {
    let database = TestDatabase::create().await;
    let client = database.client().await;
    client.batch_execute("DELETE FROM __diesel_schema_migrations").await.unwrap();
    apply_version(&client, "20261120000000").await;
    let error = migrate::migrate(&database.owner()).await.unwrap_err();
    assert!(matches!(error, MigrateError::Unreleased), "{error:?}");
    let text = error.to_string();
    assert!(text.contains("older, unreleased version") && text.contains("make clean-data"), "{text}");
}

#[tokio::test]
async fn migrate_database_of_newer_version_changes_nothing() {
    let database = TestDatabase::create().await;
    apply_version(&database.client().await, "29991231000000").await;
    assert_eq!(migrate::migrate(&database.owner()).await.unwrap(), Vec::<String>::new());
}

/// The caller adds that the migration of the database failed.
#[tokio::test]
async fn migrate_failed_migration_is_named_with_its_cause() {
    let database = TestDatabase::create_empty().await;
    database.client().await.batch_execute("CREATE TABLE listings ()").await.unwrap();
    let error = migrate::migrate(&database.owner()).await.unwrap_err().to_string();
    assert!(error.contains("initial_schema") && error.contains("already exists"), "{error}");
    assert!(!error.contains("failed to migrate the database"), "{error}");
}

#[tokio::test]
async fn constraints_and_indexes_have_names_with_their_table() {
    let database = TestDatabase::create().await;
    let rows = database
        .client()
        .await
        .query(
            "SELECT conrelid::regclass::text, conname::text FROM pg_constraint WHERE connamespace = 'public'::regnamespace
             UNION SELECT tablename, indexname FROM pg_indexes WHERE schemaname = 'public'",
            &[],
        )
        .await
        .unwrap();
    let is_generated = |name: &str| name.ends_with(|c: char| c.is_ascii_digit());
    for row in rows {
        let (table, name): (String, String) = (row.get(0), row.get(1));
        if !table.starts_with("__diesel") {
            assert!(name.starts_with(&format!("{table}_")) && !is_generated(&name), "{name} of {table}");
        }
    }
}

/// All objects that a migration can create, one line each.
async fn list_schema_objects(client: &Client) -> Vec<String> {
    let rows = client
        .query(
            "SELECT 'column ' || table_name || ' ' || ordinal_position || ' ' || column_name || ' ' || data_type || ' '
                    || is_nullable || ' ' || coalesce(collation_name, '') || ' ' || coalesce(generation_expression, '')
               FROM information_schema.columns WHERE table_schema = 'public'
             UNION SELECT 'index ' || indexdef FROM pg_indexes WHERE schemaname = 'public'
             UNION SELECT 'constraint ' || conrelid::regclass::text || ' ' || conname || ' ' || pg_get_constraintdef(oid)
               FROM pg_constraint WHERE connamespace = 'public'::regnamespace
             UNION SELECT 'options ' || relname || ' ' || reloptions::text
               FROM pg_class WHERE relnamespace = 'public'::regnamespace AND reloptions IS NOT NULL
             UNION SELECT 'function ' || oid::regprocedure::text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
             UNION SELECT 'trigger ' || pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
             UNION SELECT 'type ' || typname FROM pg_type WHERE typnamespace = 'public'::regnamespace
             ORDER BY 1",
            &[],
        )
        .await
        .unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// Diesel's macros for the tables, without columns of types that Diesel does not support.
async fn describe(client: &Client) -> String {
    let mut text = String::from(
        "//! The tables, as the migrations leave them. Written by `tests/schema.rs`, which also compares it with them.\n",
    );
    let tables = tables(client).await;
    for (table, columns) in &tables {
        write!(text, "\ndiesel::table! {{\n    {table} ({}) {{\n", primary_key(client, table).await).unwrap();
        let (columns, further) = columns.split_at(columns.len().min(MAX_COLUMNS));
        for (column, sql_type) in columns {
            writeln!(text, "        {column} -> {sql_type},").unwrap();
        }
        text.push_str("    }\n}\n");
        if !further.is_empty() {
            writeln!(text, "\ncrate::more_columns::more_columns! {{\n    all_of_{table}: {table} {{").unwrap();
            for (column, sql_type) in further {
                writeln!(text, "        {column} -> {sql_type},").unwrap();
            }
            text.push_str("    }\n}\n");
        }
    }
    text.push('\n');
    let relations = relations(client).await;
    for Relation { child, parent, column, .. } in relations.iter().filter(|relation| relation.keys == 1) {
        writeln!(text, "diesel::joinable!({child} -> {parent} ({column}));").unwrap();
    }
    text.push('\n');
    // Tables without a foreign key between them are in `src/same_query.rs`.
    let pairs: BTreeSet<_> = relations
        .iter()
        .filter(|relation| relation.child != relation.parent)
        .map(|Relation { child, parent, .. }| (child.min(parent), child.max(parent)))
        .collect();
    for (table, other) in pairs {
        writeln!(text, "diesel::allow_tables_to_appear_in_same_query!({table}, {other});").unwrap();
    }
    text
}

async fn tables(client: &Client) -> BTreeMap<String, Vec<(String, String)>> {
    let rows = client
        .query(
            "SELECT table_name::text, column_name::text, udt_name::text, is_nullable = 'YES'
               FROM information_schema.columns
              WHERE table_schema = 'public' AND table_name NOT LIKE '\\_\\_diesel%' AND udt_name <> 'xid8'
              ORDER BY table_name, ordinal_position",
            &[],
        )
        .await
        .unwrap();
    let mut tables = BTreeMap::<_, Vec<_>>::new();
    for row in rows {
        let (table, column, udt, nullable): (String, String, String, bool) =
            (row.get(0), row.get(1), row.get(2), row.get(3));
        let sql_type = diesel_type(&udt);
        let sql_type = if nullable { format!("Nullable<{sql_type}>") } else { sql_type.to_owned() };
        tables.entry(table).or_default().push((column, sql_type));
    }
    tables
}

/// The Diesel type of a PostgreSQL type.
fn diesel_type(udt: &str) -> &'static str {
    match udt {
        "uuid" => "Uuid",
        "text" => "Text",
        "_text" => "Array<Text>",
        "bool" => "Bool",
        "int2" => "SmallInt",
        "int4" => "Integer",
        "int8" => "BigInt",
        "bytea" => "Binary",
        "jsonb" => "Jsonb",
        "date" => "Date",
        "timestamptz" => "Timestamptz",
        "tsvector" => "crate::search::tsvector::TsVector",
        other => panic!("no Diesel type for {other}"),
    }
}

async fn primary_key(client: &Client, table: &str) -> String {
    let rows = client
        .query(
            "SELECT a.attname::text FROM pg_constraint c
               JOIN unnest(c.conkey) WITH ORDINALITY AS k (number, position) ON true
               JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.number
              WHERE c.contype = 'p' AND c.conrelid::regclass::text = $1 ORDER BY k.position",
            &[&table],
        )
        .await
        .unwrap();
    rows.iter().map(|row| row.get::<_, String>(0)).collect::<Vec<_>>().join(", ")
}

/// The foreign keys between two tables, in the order of their names.
struct Relation {
    child: String,
    parent: String,
    /// The first column of the key, or of one of several keys.
    column: String,
    keys: i64,
}

async fn relations(client: &Client) -> Vec<Relation> {
    let rows = client
        .query(
            "SELECT conrelid::regclass::text, confrelid::regclass::text, min(attname::text), count(*) FROM pg_constraint
               JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
              WHERE contype = 'f' AND connamespace = 'public'::regnamespace
              GROUP BY 1, 2 ORDER BY 1, 2",
            &[],
        )
        .await
        .unwrap();
    rows.iter()
        .map(|row| Relation { child: row.get(0), parent: row.get(1), column: row.get(2), keys: row.get(3) })
        .collect()
}
