//! Units of work: commit, rollback and their locks and connections.

use std::time::Duration;

use portal_persistence::{PgStore, Pool, PoolConfig};
use portal_services::ports::{Store, StoreError, USER_EMAIL_TAKEN, UserQueries};
use tokio::time::timeout;

use crate::context::{TestContext, student};

const RELEASE_TIMEOUT: Duration = Duration::from_millis(900);

#[tokio::test]
async fn ping_running_database_succeeds() {
    TestContext::new().await.store.ping().await.unwrap();
}

#[tokio::test]
async fn unit_of_work_commit_persists_and_drop_rolls_back() {
    let context = TestContext::new().await;
    let (committed, dropped) = (student(1), student(2));
    let mut work = context.begin().await;
    work.users().insert(&committed, None).await.unwrap();
    assert_eq!(context.store.find_user(committed.id).await.unwrap(), None);
    work.commit().await.unwrap();
    let mut work = context.begin().await;
    work.users().insert(&dropped, None).await.unwrap();
    drop(work);
    assert_eq!(context.store.find_user(committed.id).await.unwrap(), Some(committed));
    assert_eq!(context.store.find_user(dropped.id).await.unwrap(), None);
}

#[tokio::test]
async fn unit_of_work_drop_releases_row_locks() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let mut holder = context.begin().await;
    holder.users().find_for_update(user.id).await.unwrap();

    let mut waiter = context.begin().await;
    let waiting = waiter.users().find_for_update(user.id);
    let mut waiting = std::pin::pin!(waiting);
    assert!(timeout(Duration::from_millis(200), &mut waiting).await.is_err(), "the row was not locked");
    drop(holder);
    let found = timeout(RELEASE_TIMEOUT, waiting).await.expect("the row is still locked").unwrap();
    assert_eq!(found, Some(user));
}

#[tokio::test]
async fn unit_of_work_cancelled_while_waiting_leaves_no_lock_and_usable_connections() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let mut holder = context.begin().await;
    holder.users().find_for_update(user.id).await.unwrap();

    let mut cancelled = context.begin().await;
    assert!(timeout(Duration::from_millis(200), cancelled.users().find_for_update(user.id)).await.is_err());
    drop(cancelled);
    holder.commit().await.unwrap();

    let mut next = context.begin().await;
    // The server detects the cancelled client within `CLIENT_CHECK_INTERVAL`.
    let found = timeout(Duration::from_secs(4), next.users().find_for_update(user.id)).await.unwrap().unwrap();
    assert_eq!(found, Some(user));
    for _ in 0..10 {
        context.store.ping().await.unwrap();
    }
}

#[tokio::test]
async fn unit_of_work_drop_returns_connection_to_pool() {
    let context = TestContext::new().await;
    let settings = PoolConfig { max_connections: 1, ..PoolConfig::new(context.database.url()) };
    let store = PgStore::new(Pool::new(&settings));
    let query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'portal' AND datname = current_database()";
    let mut backends = Vec::new();
    for _ in 0..3 {
        drop(store.begin().await.unwrap());
        store.ping().await.unwrap();
        backends.push(context.query_value::<i32>(query).await);
    }
    assert!(backends.iter().all(|pid| *pid == backends[0]), "{backends:?}");
}

#[tokio::test]
async fn commit_after_failed_statement_fails_and_persists_nothing() {
    let context = TestContext::new().await;
    let (first, mut second) = (student(1), student(2));
    second.email = first.email.clone();
    let mut work = context.begin().await;
    work.users().insert(&first, None).await.unwrap();
    let error = work.users().insert(&second, None).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict(constraint) if constraint == USER_EMAIL_TAKEN));
    assert!(matches!(work.commit().await, Err(StoreError::Corrupt(_))));
    assert!(!context.store.any_user_exists().await.unwrap());
}
