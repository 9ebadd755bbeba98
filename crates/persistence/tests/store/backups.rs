//! Backups: the lease that pauses file removals, the snapshot, and the erased users.

use std::time::Duration;

use chrono::TimeDelta;
use portal_domain::ids::FileRemovalId;
use portal_persistence::{BackupDatabaseError, BackupLease, BackupSnapshot};
use portal_services::ports::{BackupQueries, BackupState, ErasedUser, ErasureQueue, FileRemoval, FileRemovalQueue};
use tokio::time::timeout;
use uuid::Uuid;

use crate::context::{TestContext, after, landlord};

/// The lock of backups.
const LOCK: i64 = 0x0070_6f72_7462_6b70;

/// Ends the connections of backups.
const DISCONNECT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
     WHERE application_name = 'portal backup' AND datname = current_database()";

async fn begin(context: &TestContext, id: u128, length: TimeDelta) -> Result<BackupLease, BackupDatabaseError> {
    BackupLease::begin(&context.database.owner(), Uuid::from_u128(id), length).await
}

async fn push_removal(context: &TestContext) {
    let removal = FileRemoval { id: FileRemovalId(Uuid::from_u128(1)), location: "/a.jpg".to_owned() };
    let mut work = context.begin().await;
    work.file_removals().push_all(&[removal], after(0)).await.unwrap();
    work.commit().await.unwrap();
}

async fn claimed(context: &TestContext, seconds: i64) -> usize {
    FileRemovalQueue::claim(&context.store, after(seconds), after(seconds + 60), 10).await.unwrap().len()
}

#[tokio::test]
async fn claim_of_removals_waits_for_the_end_of_the_lease() {
    let context = TestContext::new().await;
    push_removal(&context).await;
    let mut lease = begin(&context, 1, TimeDelta::minutes(10)).await.unwrap();
    assert_eq!(claimed(&context, 0).await, 0);
    assert!(context.store.state().await.unwrap().is_running);
    assert!(lease.renew().await.unwrap());
    let other = begin(&context, 2, TimeDelta::minutes(10)).await.err();
    assert!(matches!(other, Some(BackupDatabaseError::Running)), "{other:?}");
    lease.finish().await.unwrap();
    assert_eq!(claimed(&context, 0).await, 1);
    let state = context.store.state().await.unwrap();
    assert!(!state.is_running && state.last_finished.is_some(), "{state:?}");
}

#[tokio::test]
async fn lease_of_killed_backup_ends_by_itself_and_is_replaced() {
    let context = TestContext::new().await;
    push_removal(&context).await;
    drop(begin(&context, 1, TimeDelta::minutes(10)).await.unwrap());
    assert_eq!(claimed(&context, 0).await, 0);
    context.client.batch_execute("UPDATE backups SET lease_until = now()").await.unwrap();
    assert_eq!(claimed(&context, 0).await, 1);
    context.client.batch_execute("UPDATE backups SET lease_until = now() + interval '1 hour'").await.unwrap();
    // The server notices the end of the connection in its own time.
    let beginning = async {
        loop {
            match begin(&context, 2, TimeDelta::minutes(10)).await {
                Err(BackupDatabaseError::Running) => tokio::time::sleep(Duration::from_millis(20)).await,
                other => break other.unwrap(),
            }
        }
    };
    let lease = timeout(Duration::from_secs(20), beginning).await.expect("the connection of the backup did not end");
    lease.abandon().await.unwrap();
    assert_eq!(context.store.state().await.unwrap(), BackupState::default());
}

#[tokio::test]
async fn renew_of_ended_lease_fails_and_lost_connection_is_replaced() {
    let context = TestContext::new().await;
    let mut lease = begin(&context, 1, TimeDelta::minutes(10)).await.unwrap();
    // The next connection waits for the lock, which the server releases in its own time.
    let end = format!("{DISCONNECT}; SELECT pg_advisory_lock({LOCK}); SELECT pg_advisory_unlock({LOCK})");
    context.run(&end).await;
    assert!(lease.renew().await.unwrap());
    context.client.batch_execute("UPDATE backups SET lease_until = now()").await.unwrap();
    assert!(!lease.renew().await.unwrap());
}

#[tokio::test]
async fn renew_after_lost_connection_fails_until_the_lock_is_free() {
    let context = TestContext::new().await;
    let mut lease = begin(&context, 1, TimeDelta::minutes(10)).await.unwrap();
    // As if the server had not noticed the end of the connection.
    context.run(&format!("{DISCONNECT}; SELECT pg_advisory_lock({LOCK})")).await;
    for _ in 0..2 {
        let refused = lease.renew().await;
        assert!(matches!(refused, Err(BackupDatabaseError::StillLocked)), "{refused:?}");
    }
    context.run(&format!("SELECT pg_advisory_unlock({LOCK})")).await;
    assert!(lease.renew().await.unwrap());
    let other = begin(&context, 2, TimeDelta::minutes(10)).await.err();
    assert!(matches!(other, Some(BackupDatabaseError::Running)), "{other:?}");
}

#[tokio::test]
async fn snapshot_reads_one_state() {
    let context = TestContext::new().await;
    let mut snapshot = BackupSnapshot::take(&context.database.owner()).await.unwrap();
    context.add_user(&landlord(1)).await;
    let rows = snapshot.count_rows().await.unwrap();
    let users = rows.iter().find(|counted| counted.table == "users").unwrap();
    assert!(users.rows == 0 && !rows.iter().any(|counted| counted.table == "backups"));
    assert_eq!(snapshot.migrations().await.unwrap(), portal_persistence::migrate::known_versions());
    assert!(snapshot.server_version() >= 140_000 && !snapshot.id().is_empty());
}

#[tokio::test]
async fn deletion_of_user_is_queued_in_its_transaction() {
    let context = TestContext::new().await;
    let (erased, kept) = (landlord(1), landlord(2));
    context.add_user(&erased).await;
    context.add_user(&kept).await;
    let mut work = context.begin().await;
    work.users().delete(kept.id).await.unwrap();
    drop(work);
    let mut work = context.begin().await;
    work.users().delete(erased.id).await.unwrap();
    work.commit().await.unwrap();
    let queued = ErasureQueue::list(&context.store, 10).await.unwrap();
    assert!(matches!(queued.as_slice(), [ErasedUser { id, .. }] if *id == erased.id), "{queued:?}");
    assert_eq!(context.store.find_existing(&[erased.id, kept.id]).await.unwrap(), [kept.id]);
    ErasureQueue::remove(&context.store, &[erased.id]).await.unwrap();
    assert_eq!(ErasureQueue::list(&context.store, 10).await.unwrap(), []);
}
