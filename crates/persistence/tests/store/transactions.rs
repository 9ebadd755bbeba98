//! Units of work: together or not at all, and gone at once.

use std::time::Duration;

use portal_persistence::{PgStore, Pool, PoolSettings};
use portal_services::ports::{Store, StoreError, USER_EMAIL_TAKEN, UserQueries};
use tokio::time::timeout;

use crate::world::{World, student};

const AT_ONCE: Duration = Duration::from_millis(900);

#[tokio::test]
async fn what_is_committed_stays_and_what_is_dropped_never_was() {
    let world = World::new().await;
    let (kept, dropped) = (student(1), student(2));
    let mut work = world.begin().await;
    work.users().insert(&kept, None).await.unwrap();
    assert_eq!(world.store.find_user(kept.id).await.unwrap(), None);
    work.commit().await.unwrap();
    let mut work = world.begin().await;
    work.users().insert(&dropped, None).await.unwrap();
    drop(work);
    assert_eq!(world.store.find_user(kept.id).await.unwrap(), Some(kept));
    assert_eq!(world.store.find_user(dropped.id).await.unwrap(), None);
}

#[tokio::test]
async fn a_dropped_unit_of_work_gives_its_rows_back_at_once() {
    let world = World::new().await;
    let person = student(1);
    world.add_user(&person).await;
    let mut holder = world.begin().await;
    holder.users().find_for_update(person.id).await.unwrap();

    let mut waiter = world.begin().await;
    let waiting = waiter.users().find_for_update(person.id);
    let mut waiting = std::pin::pin!(waiting);
    assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "the row was not locked");
    drop(holder);
    let found = timeout(AT_ONCE, waiting).await.expect("the row is still locked").unwrap();
    assert_eq!(found, Some(person));
}

#[tokio::test]
async fn whoever_stops_waiting_for_a_row_leaves_no_lock_and_no_spoilt_connection() {
    let world = World::new().await;
    let person = student(1);
    world.add_user(&person).await;
    let mut holder = world.begin().await;
    holder.users().find_for_update(person.id).await.unwrap();

    let mut gone = world.begin().await;
    assert!(timeout(Duration::from_millis(200), gone.users().find_for_update(person.id)).await.is_err());
    drop(gone);
    holder.commit().await.unwrap();

    let mut next = world.begin().await;
    // At most until the server notices that nobody waits for the statement any more.
    let found = timeout(Duration::from_secs(4), next.users().find_for_update(person.id)).await.unwrap().unwrap();
    assert_eq!(found, Some(person));
    for _ in 0..10 {
        world.store.ping().await.unwrap();
    }
}

#[tokio::test]
async fn the_connection_of_a_dropped_unit_of_work_is_used_again() {
    let world = World::new().await;
    let settings = PoolSettings { max_connections: 1, ..PoolSettings::new(world.database.url()) };
    let store = PgStore::new(Pool::new(&settings));
    let process = "SELECT pid FROM pg_stat_activity WHERE application_name = 'portal' AND datname = current_database()";
    let mut processes = Vec::new();
    for _ in 0..3 {
        drop(store.begin().await.unwrap());
        store.ping().await.unwrap();
        processes.push(world.ask::<i32>(process).await);
    }
    assert!(processes.iter().all(|process| *process == processes[0]), "{processes:?}");
}

#[tokio::test]
async fn a_unit_of_work_with_a_failed_statement_cannot_be_committed_unnoticed() {
    let world = World::new().await;
    let (first, mut second) = (student(1), student(2));
    second.email = first.email.clone();
    let mut work = world.begin().await;
    work.users().insert(&first, None).await.unwrap();
    let error = work.users().insert(&second, None).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict(constraint) if constraint == USER_EMAIL_TAKEN));
    assert!(matches!(work.commit().await, Err(StoreError::Corrupt(_))));
    assert!(!world.store.any_user_exists().await.unwrap());
}
