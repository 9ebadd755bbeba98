//! The role that serves requests, and what no role may do with the audit trail.

use portal_persistence::migrate;
use portal_persistence::testing::TestDatabase;
use tokio_postgres::{Client, NoTls};

use crate::context::{TestContext, student};

const ENTRY: &str = "INSERT INTO audit_entries (id, actor_id, action, entity_id, address, date_created) \
                     VALUES ('00000000-0000-7000-8000-000000000001', '00000000-0000-0000-0000-000000000001', \
                             'DATA_EXPORTED', NULL, '192.0.2.1', now())";

async fn serving_client(database: &TestDatabase) -> Client {
    let (client, connection) = tokio_postgres::connect(&database.serving_url(), NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

#[tokio::test]
async fn serving_role_has_no_rights_beyond_rows() {
    let database = TestDatabase::create().await;
    let client = serving_client(&database).await;
    let role = "SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls \
                FROM pg_roles WHERE rolname = current_user";
    assert!(!client.query_one(role, &[]).await.unwrap().get::<_, bool>(0));
    for refused in [
        "CREATE TABLE public.extra ()",
        "DROP TABLE sessions",
        "ALTER TABLE audit_entries DISABLE TRIGGER ALL",
        "DELETE FROM audit_entries",
        "UPDATE audit_entries SET action = 'DATA_EXPORTED'",
        "TRUNCATE audit_entries",
        "DELETE FROM __diesel_schema_migrations",
        "COPY users TO PROGRAM 'cat'",
        "SELECT pg_read_file('PG_VERSION')",
        "CREATE EXTENSION citext",
        "SET ROLE portal",
    ] {
        let error = client.batch_execute(refused).await.expect_err(refused);
        let reason = error.as_db_error().unwrap().message().to_owned();
        assert!(reason.contains("permission denied") || reason.contains("must be"), "{refused}: {reason}");
    }
}

#[tokio::test]
async fn prepare_serving_role_grants_tables_of_new_migrations() {
    let database = TestDatabase::create().await;
    database.client().await.batch_execute("CREATE TABLE later (id integer)").await.unwrap();
    let serving = serving_client(&database).await;
    assert!(serving.batch_execute("SELECT FROM later").await.is_err());
    for _ in 0..2 {
        migrate::prepare_serving_role(&database.owner()).await.unwrap();
        serving.batch_execute("SELECT FROM later").await.unwrap();
    }
}

#[tokio::test]
async fn audit_entries_cannot_be_changed_or_deleted() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.run(ENTRY).await;
    for refused in [
        "DELETE FROM audit_entries",
        "TRUNCATE audit_entries",
        "UPDATE audit_entries SET date_created = now() + interval '1 day'",
        "UPDATE audit_entries SET action = 'AUDIT_EXPORTED', address = NULL",
        "UPDATE audit_entries SET entity_id = actor_id",
        "UPDATE audit_entries SET id = gen_random_uuid()",
        "UPDATE audit_entries SET address = '192.0.2.2'",
    ] {
        let error = context.client.batch_execute(refused).await.expect_err(refused);
        let reason = error.as_db_error().unwrap().message().to_owned();
        assert_eq!(reason, "audit entries cannot be changed or deleted", "{refused}");
    }
    let kept = "SELECT count(*) FROM audit_entries WHERE action = 'DATA_EXPORTED' AND address = '192.0.2.1'";
    assert_eq!(context.query_value::<i64>(kept).await, 1);
}

#[tokio::test]
async fn audit_entries_address_and_actor_can_be_erased_once() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.run(ENTRY).await;
    context.run("UPDATE audit_entries SET address = NULL").await;
    // The foreign key clears the actor.
    context.run("DELETE FROM users").await;
    let erased = "SELECT count(*) FROM audit_entries WHERE address IS NULL AND actor_id IS NULL";
    assert_eq!(context.query_value::<i64>(erased).await, 1);
    for refused in ["UPDATE audit_entries SET address = '192.0.2.1'", "UPDATE audit_entries SET actor_id = id"] {
        assert!(context.client.batch_execute(refused).await.is_err(), "{refused}");
    }
}

/// A column that the trigger does not name could be changed.
#[tokio::test]
async fn audit_trigger_names_every_column() {
    let context = TestContext::new().await;
    let trigger: String = context
        .query_value("SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'audit_entries_update_trigger'")
        .await;
    let columns: Vec<String> = context
        .query_value("SELECT array_agg(attname::text) FROM pg_attribute WHERE attrelid = 'audit_entries'::regclass AND attnum > 0")
        .await;
    for column in columns {
        assert!(trigger.contains(&format!("new.{column}")), "{column}: {trigger}");
    }
}
