//! A database that is away, comes back, or is too slow.

use std::time::{Duration, Instant};

use portal_persistence::{PgStore, Pool, PoolSettings};
use portal_services::ports::{Store, StoreError, UserQueries};

use crate::world::{World, student};

#[tokio::test]
async fn a_database_that_is_away_is_unavailable_within_five_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let host = folder.path().display().to_string().replace('/', "%2F");
    let store = PgStore::new(Pool::new(&PoolSettings::new(format!("postgres://portal@{host}/portal"))));
    let before = Instant::now();
    let error = store.ping().await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    assert!(before.elapsed() < Duration::from_secs(5));
}

#[tokio::test]
async fn whoever_gets_no_connection_in_time_is_told_so() {
    let world = World::new().await;
    let settings = PoolSettings { max_connections: 1, ..PoolSettings::new(world.database.url()) };
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
async fn after_the_server_has_closed_every_connection_the_portal_goes_on() {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    let mut open = world.begin().await;
    world
        .run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portal' AND datname = current_database()")
        .await;
    let error = open.users().find_for_update(student(1).id).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
    drop(open);
    let mut failures = 0;
    while world.store.any_user_exists().await.is_err() {
        failures += 1;
    }
    assert!(failures <= 1, "{failures} requests failed after the server was back");
}

#[tokio::test]
async fn a_statement_that_takes_too_long_is_given_up() {
    let world = World::new().await;
    let person = student(1);
    world.add_user(&person).await;
    let settings =
        PoolSettings { statement_timeout: Duration::from_millis(200), ..PoolSettings::new(world.database.url()) };
    let hasty = PgStore::new(Pool::new(&settings));
    let mut holder = world.begin().await;
    holder.users().find_for_update(person.id).await.unwrap();
    let mut waiter = hasty.begin().await.unwrap();
    let error = waiter.users().find_for_update(person.id).await.unwrap_err();
    assert!(matches!(error, StoreError::Unavailable(_)), "{error:?}");
}
