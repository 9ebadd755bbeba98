//! Counting who looked at a listing.

use std::time::Duration;

use chrono::NaiveDate;
use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_persistence::{PgViewRecorder, ViewWriter};
use portal_services::ports::{ListingQueries, Look, ViewRecorder};
use tokio::sync::oneshot;

use crate::world::{World, landlord, listing};

fn day(n: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, n).unwrap()
}

fn look(listing: ListingId, visitor: u8, on: u32) -> Look {
    Look { listing, address: format!("192.0.2.{visitor}"), user_agent: "Browser".to_owned(), day: day(on) }
}

async fn with_listings() -> (World, [Listing; 2], ViewWriter) {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let listings = [10, 11].map(|n| listing(n, &owner, ListingStatus::Available));
    world.add_listings(&listings).await;
    let (_, writer) = PgViewRecorder::new(world.database.pool());
    (world, listings, writer)
}

async fn views(world: &World, listing: &Listing) -> i64 {
    world.store.find_listing(listing.id, None).await.unwrap().unwrap().views.unwrap()
}

#[tokio::test]
async fn a_visitor_counts_once_a_listing_and_day() {
    let (world, [one, other], mut writer) = with_listings().await;
    let batch = [look(one.id, 1, 20), look(one.id, 1, 20), look(one.id, 2, 20), look(other.id, 1, 20)];
    writer.write(&batch).await.unwrap();
    writer.write(&batch).await.unwrap();
    assert_eq!((views(&world, &one).await, views(&world, &other).await), (2, 1));
    writer.write(&[look(one.id, 1, 21)]).await.unwrap();
    assert_eq!(views(&world, &one).await, 3);
    let agent = Look { user_agent: "Another browser".to_owned(), ..look(one.id, 1, 21) };
    writer.write(&[agent]).await.unwrap();
    assert_eq!(views(&world, &one).await, 4);
}

#[tokio::test]
async fn whichever_process_a_visitor_meets_they_count_once() {
    let (world, [one, other], _) = with_listings().await;
    let batch: Vec<_> = (0..50).flat_map(|n| [look(one.id, n, 20), look(other.id, n, 20)]).collect();
    let writers = (0..3).map(|_| {
        let (pool, batch) = (world.database.pool(), batch.clone());
        tokio::spawn(async move { PgViewRecorder::new(pool).1.write(&batch).await.unwrap() })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!((views(&world, &one).await, views(&world, &other).await), (50, 50));
}

#[tokio::test]
async fn a_look_at_a_deleted_listing_spoils_no_batch() {
    let (world, [gone, there], mut writer) = with_listings().await;
    world.delete_listing(gone.id).await;
    writer.write(&[look(gone.id, 1, 20), look(there.id, 1, 20)]).await.unwrap();
    assert_eq!(views(&world, &there).await, 1);
}

#[tokio::test]
async fn addresses_are_not_kept_and_past_days_are_forgotten() {
    let (world, [one, _], mut writer) = with_listings().await;
    writer.write(&[look(one.id, 1, 18)]).await.unwrap();
    writer.write(&[look(one.id, 1, 19)]).await.unwrap();
    let digests = world.client.query("SELECT visitor FROM listing_views", &[]).await.unwrap();
    let digests: Vec<Vec<u8>> = digests.iter().map(|row| row.get(0)).collect();
    // The same visitor, and nothing in common.
    assert!(digests.len() == 2 && digests[0] != digests[1]);
    writer.write(&[look(one.id, 1, 20)]).await.unwrap();
    let kept = "SELECT string_agg(to_char(day, 'DD'), ' ' ORDER BY day) FROM ";
    assert_eq!(world.ask::<String>(&format!("{kept} view_salts")).await, "19 20");
    assert_eq!(world.ask::<String>(&format!("{kept} listing_views")).await, "19 20");
    assert_eq!(views(&world, &one).await, 3);
}

#[tokio::test]
async fn looks_are_written_within_a_moment_and_at_the_end() {
    let (world, [one, other], _) = with_listings().await;
    let (recorder, writer) = PgViewRecorder::new(world.database.pool());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(writer.run(async move {
        let _ = stopped.await;
    }));
    recorder.record(look(one.id, 1, 20));
    for _ in 0..40 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        if views(&world, &one).await == 1 {
            break;
        }
    }
    assert_eq!(views(&world, &one).await, 1);
    recorder.record(look(other.id, 1, 20));
    stop.send(()).unwrap();
    running.await.unwrap();
    assert_eq!(views(&world, &other).await, 1);
}

#[tokio::test]
async fn a_flood_of_looks_never_waits() {
    let (world, [one, _], _) = with_listings().await;
    let (recorder, writer) = PgViewRecorder::new(world.database.pool());
    // Nobody writes yet: what is too much is let go.
    for _ in 0..50_000 {
        recorder.record(look(one.id, 1, 20));
    }
    writer.run(std::future::ready(())).await;
    assert_eq!(views(&world, &one).await, 1);
}
