//! Units of work: commit, rollback and their locks and connections.

use std::time::Duration;

use portal_domain::application::ApplicationState;
use portal_domain::ids::{MailId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_persistence::{PgStore, Pool, PoolConfig};
use portal_services::ports::{Store, StoreError, USER_EMAIL_TAKEN, UnitOfWork, UserQueries};
use tokio::time::timeout;
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, now, student};

/// Less than `CLIENT_CHECK_INTERVAL`, after which the server ends what a lost client has left.
const RELEASE_TIMEOUT: Duration = Duration::from_millis(1_700);

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
    let id = user.id;
    let waiting = tokio::spawn(async move { waiter.users().find_for_update(id).await });
    context.wait_for_lock_wait().await;
    drop(holder);
    let found = timeout(RELEASE_TIMEOUT, waiting).await.expect("the row is still locked").unwrap().unwrap();
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
    context.cancel_in_lock_wait(cancelled.users().find_for_update(user.id)).await;
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
async fn call_after_cancelled_statement_does_not_wait_for_it() {
    let context = TestContext::new().await;
    let settings = PoolConfig { max_connections: 1, ..PoolConfig::new(context.database.serving()) };
    let store = PgStore::new(Pool::new(&settings));
    store.find_user(student(1).id).await.unwrap();
    let locking = context.database.client().await;
    locking.batch_execute("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE").await.unwrap();
    context.cancel_in_lock_wait(store.find_user(student(1).id)).await;
    timeout(RELEASE_TIMEOUT, store.ping()).await.expect("the call waits for the cancelled statement").unwrap();
}

#[tokio::test]
async fn unit_of_work_drop_returns_connection_to_pool() {
    let context = TestContext::new().await;
    let settings = PoolConfig { max_connections: 1, ..PoolConfig::new(context.database.serving()) };
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

fn mail_to(user: UserId, n: u128) -> Mail {
    Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient: Recipient::User(user),
        purpose: MailPurpose::PasswordChanged,
        application: None,
        listing: None,
        deleted_listing: None,
        session: None,
        date_created: now(),
    }
}

/// A transaction that decides about an application, and that of the student's deletion.
async fn run_beside_deletion(context: &TestContext, n: u128, lock: impl AsyncFnOnce(&mut dyn UnitOfWork)) {
    let mut deciding = context.begin().await;
    lock(deciding.as_mut()).await;
    let store = context.store.clone();
    let deletion = tokio::spawn(async move {
        let mut deleting = store.begin().await?;
        deleting.users().find_with_administrators_for_update(student(1).id).await?;
        deleting.applications().list_of_student_for_update(student(1).id).await?;
        deleting.commit().await
    });
    context.wait_for_lock_wait().await;
    deciding.outbox().push(&[mail_to(student(1).id, n)]).await.unwrap();
    deciding.commit().await.unwrap();
    deletion.await.unwrap().unwrap();
}

#[tokio::test]
async fn applications_locked_beside_deletion_of_student_cause_no_deadlock() {
    let context = TestContext::new().await;
    let (tenant, owner) = (student(1), landlord(2));
    context.add_user(&tenant).await;
    context.add_user(&owner).await;
    let room = listing(1, &owner, ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&room)).await;
    let letter = application(1, &tenant, &room, ApplicationState::AwaitingAdministrator);
    context.add_application(&letter).await;

    run_beside_deletion(&context, 1, async |work| {
        work.applications().find_for_update(letter.id).await.unwrap().unwrap();
    })
    .await;
    run_beside_deletion(&context, 2, async |work| {
        assert_eq!(work.applications().list_open_for_update(room.id).await.unwrap().len(), 1);
    })
    .await;
    run_beside_deletion(&context, 3, async |work| {
        let claimed = work.reply_clock().claim_waiting_applications(after(1_000), now(), 10).await.unwrap();
        assert_eq!(claimed.len(), 1);
    })
    .await;
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(context.query_value::<i64>(deadlocks).await, 0);
}
