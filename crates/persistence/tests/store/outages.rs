//! An unreachable, restarted or slow database.

use std::time::{Duration, Instant};

use portal_persistence::testing::parse;
use portal_persistence::{PgStore, Pool, PoolConfig};
use portal_services::ports::{Store, StoreError, UserQueries};

use crate::context::{TestContext, student};

#[tokio::test]
async fn ping_unreachable_database_is_unavailable_within_five_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let host = folder.path().display().to_string().replace('/', "%2F");
    let store = PgStore::new(Pool::new(&PoolConfig::new(parse(&format!("postgres://portal@{host}/portal")))));
    let before = Instant::now();
    let error = store.ping().await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(before.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn begin_without_free_connection_is_unavailable_after_timeout() {
    let context = TestContext::new().await;
    let settings = PoolConfig { max_connections: 1, ..PoolConfig::new(context.database.serving()) };
    let store = PgStore::new(Pool::new(&settings));
    let holder = store.begin().await.unwrap();
    let before = Instant::now();
    let error = store.begin().await.err().unwrap();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(before.elapsed() < Duration::from_secs(5));
    drop(holder);
    store.ping().await.unwrap();
}

#[tokio::test]
async fn store_recovers_after_server_closed_all_connections() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let mut open = context.begin().await;
    context
        .run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portal' AND datname = current_database()")
        .await;
    let error = open.users().find_for_update(student(1).id).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    drop(open);
    let mut failures = 0;
    while context.store.any_user_exists().await.is_err() {
        failures += 1;
        assert!(failures <= 1, "{failures} requests failed after the server had recovered");
    }
}

#[tokio::test]
async fn statement_beyond_timeout_is_unavailable() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    // Also the time for a connection, which a busy machine needs longer for.
    let settings = PoolConfig { timeout: Duration::from_secs(2), ..PoolConfig::new(context.database.serving()) };
    let impatient = PgStore::new(Pool::new(&settings));
    let mut holder = context.begin().await;
    holder.users().find_for_update(user.id).await.unwrap();
    let mut waiter = impatient.begin().await.unwrap();
    let error = waiter.users().find_for_update(user.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
}

/// Errors are recognised by their messages.
#[tokio::test]
async fn connections_ask_for_english_messages() {
    let context = TestContext::new().await;
    context
        .run(
            "CREATE FUNCTION raise_language() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN RAISE EXCEPTION 'messages in %', current_setting('lc_messages'); END $$;
             CREATE TRIGGER raise_language BEFORE INSERT ON users EXECUTE FUNCTION raise_language();
             DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET lc_messages = %L', current_database(), 'POSIX'); END $$",
        )
        .await;
    let mut work = PgStore::new(context.database.pool()).begin().await.unwrap();
    let Err(StoreError::Corrupt(source)) = work.users().insert(&student(1), None).await else { panic!("no error") };
    assert_eq!(source.to_string(), "messages in C");
}

#[tokio::test]
async fn connections_of_role_that_may_not_choose_language_are_accepted() {
    let context = TestContext::new().await;
    context
        .run(
            "DO $$ BEGIN CREATE ROLE unprivileged LOGIN;
             EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$",
        )
        .await;
    let url = context.database.url().replacen("portal@", "unprivileged@", 1);
    let store = PgStore::new(Pool::new(&PoolConfig::new(parse(&url))));
    store.ping().await.unwrap();
}
