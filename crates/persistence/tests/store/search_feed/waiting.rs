//! Waiting for notifications, and lost connections.

use std::time::{Duration, Instant};

use portal_domain::listing::ListingStatus;
use portal_persistence::PgSearchFeed;
use portal_services::ports::{SearchFeed, StoreError};

use super::{Reader, changed, open, open_and_load, read_changes, unchanged, with};
use crate::context::{TestContext, landlord, listing};

const WAIT_TIMEOUT: Duration = Duration::from_secs(20);

/// A wait that takes longer was not woken.
const WAKE_LIMIT: Duration = Duration::from_secs(5);

async fn add_listing(context: &TestContext, n: u128, status: ListingStatus) {
    context.add_listings(&[listing(n, &landlord(1), status)]).await;
}

#[tokio::test]
async fn wait_returns_before_its_timeout_after_change() {
    let (context, _) = with(&[]).await;
    let mut reader = open_and_load(&context).await;
    let before = Instant::now();
    let change = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        add_listing(&context, 10, ListingStatus::Available).await;
    };
    let (waited, ()) = tokio::join!(reader.wait(WAIT_TIMEOUT), change);
    waited.unwrap();
    assert!(before.elapsed() < WAKE_LIMIT, "{:?}", before.elapsed());
    assert_eq!(read_changes(&mut reader).await, changed([10]));
}

#[tokio::test]
async fn wait_after_earlier_change_returns_immediately() {
    let (context, _) = with(&[]).await;
    let mut reader = open(&context).await;
    add_listing(&context, 10, ListingStatus::Available).await;
    while !reader.next_batch().await.unwrap().is_empty() {}
    let before = Instant::now();
    reader.wait(WAIT_TIMEOUT).await.unwrap();
    assert!(before.elapsed() < WAKE_LIMIT, "{:?}", before.elapsed());
}

#[tokio::test]
async fn wait_ignores_notifications_of_changes_already_read() {
    let (context, _) = with(&[]).await;
    let mut reader = open_and_load(&context).await;
    for n in 10..20 {
        add_listing(&context, n, ListingStatus::Available).await;
    }
    add_listing(&context, 20, ListingStatus::Draft).await;
    reader.wait(WAIT_TIMEOUT).await.unwrap();
    // The last notifications can arrive a moment after the results.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(read_changes(&mut reader).await, changed((10..20).collect::<Vec<_>>()));
    let mut woken = 0;
    while woken_within(&mut reader, Duration::from_millis(150)).await {
        woken += 1;
        assert_eq!(read_changes(&mut reader).await, unchanged());
    }
    assert!(woken < 5, "{woken} wakeups without change");
}

async fn woken_within(reader: &mut Reader, timeout: Duration) -> bool {
    let before = Instant::now();
    reader.wait(timeout).await.unwrap();
    before.elapsed() < timeout
}

#[tokio::test]
async fn wait_and_changes_on_lost_connection_are_unavailable() {
    let (context, _) = with(&[]).await;
    let (mut waiting, mut reading) = (open_and_load(&context).await, open_and_load(&context).await);
    let outage = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        context.database.disconnect().await;
    };
    let before = Instant::now();
    let (waited, ()) = tokio::join!(waiting.wait(WAIT_TIMEOUT), outage);
    assert!(matches!(waited, Err(StoreError::Unavailable(_))), "{waited:?}");
    assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    let again = waiting.wait(WAIT_TIMEOUT).await;
    assert!(matches!(again, Err(StoreError::Unavailable(_))), "{again:?}");
    let read = reading.changes(usize::MAX).await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    let feed = PgSearchFeed::new(context.database.serving());
    assert!(matches!(feed.open().await.err(), Some(StoreError::Unavailable(_))));
}
