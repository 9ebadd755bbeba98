//! Being woken, and noticing that nobody will.

use std::time::{Duration, Instant};

use portal_domain::listing::ListingStatus;
use portal_persistence::PgSearchFeed;
use portal_services::ports::{SearchFeed, StoreError};

use super::{Reader, following, found, nothing, open, told, with};
use crate::world::{World, landlord, listing};

const LONG: Duration = Duration::from_secs(20);

async fn add_listing(world: &World, n: u128, status: ListingStatus) {
    world.add_listings(&[listing(n, &landlord(1), status)]).await;
}

#[tokio::test]
async fn a_change_wakes_whoever_waits_within_a_second() {
    let (world, _) = with(&[]).await;
    let mut reader = following(&world).await;
    let before = Instant::now();
    let change = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        add_listing(&world, 10, ListingStatus::Available).await;
    };
    let (waited, ()) = tokio::join!(reader.wait(LONG), change);
    waited.unwrap();
    assert!(before.elapsed() < Duration::from_secs(1), "{:?}", before.elapsed());
    assert_eq!(told(&mut reader).await, found([10]));
}

#[tokio::test]
async fn whoever_waits_too_late_does_not_wait() {
    let (world, _) = with(&[]).await;
    let mut reader = open(&world).await;
    add_listing(&world, 10, ListingStatus::Available).await;
    while !reader.next_portion().await.unwrap().is_empty() {}
    let before = Instant::now();
    reader.wait(LONG).await.unwrap();
    assert!(before.elapsed() < Duration::from_secs(1), "{:?}", before.elapsed());
}

#[tokio::test]
async fn what_is_told_already_wakes_nobody() {
    let (world, _) = with(&[]).await;
    let mut reader = following(&world).await;
    for n in 10..20 {
        add_listing(&world, n, ListingStatus::Available).await;
    }
    add_listing(&world, 20, ListingStatus::Draft).await;
    reader.wait(LONG).await.unwrap();
    // Notifications come beside the answers, on a busy machine the last ones a moment later.
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(told(&mut reader).await, found((10..20).collect::<Vec<_>>()));
    let mut woken = 0;
    while woken_within(&mut reader, Duration::from_millis(150)).await {
        woken += 1;
        assert_eq!(told(&mut reader).await, nothing());
    }
    assert!(woken < 5, "{woken} times for nothing");
}

async fn woken_within(reader: &mut Reader, time: Duration) -> bool {
    let before = Instant::now();
    reader.wait(time).await.unwrap();
    before.elapsed() < time
}

#[tokio::test]
async fn a_lost_connection_is_an_error_and_not_silence() {
    let (world, _) = with(&[]).await;
    let (mut waiting, mut reading) = (following(&world).await, following(&world).await);
    let cut = async {
        tokio::time::sleep(Duration::from_millis(50)).await;
        world.database.cut().await;
    };
    let before = Instant::now();
    let (waited, ()) = tokio::join!(waiting.wait(LONG), cut);
    assert!(matches!(waited, Err(StoreError::Unavailable(_))), "{waited:?}");
    assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    let again = waiting.wait(LONG).await;
    assert!(matches!(again, Err(StoreError::Unavailable(_))), "{again:?}");
    let read = reading.changes().await;
    assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    let feed = PgSearchFeed::new(world.database.url());
    assert!(matches!(feed.open().await.err(), Some(StoreError::Unavailable(_))));
}
