//! Page views of listings.

use chrono::NaiveDate;
use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_persistence::{PgViewRecorder, ViewWriter};
use portal_services::ports::{ListingQueries, ListingView, ListingViewRecorder};
use tokio::sync::oneshot;

use crate::context::{TestContext, landlord, listing};
use crate::eventually::eventually;

fn day(n: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, n).unwrap()
}

fn view(listing: ListingId, visitor: u8, on: u32) -> ListingView {
    ListingView { listing, address: format!("192.0.2.{visitor}"), user_agent: "Browser".to_owned(), day: day(on) }
}

async fn with_listings() -> (TestContext, [Listing; 2], ViewWriter) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let listings = [10, 11].map(|n| listing(n, &owner, ListingStatus::Available));
    context.add_listings(&listings).await;
    let (_, writer) = PgViewRecorder::new(context.database.pool());
    (context, listings, writer)
}

async fn count_views(context: &TestContext, listing: &Listing) -> i64 {
    context.store.find_listing(listing.id, None).await.unwrap().unwrap().views.unwrap()
}

#[tokio::test]
async fn write_counts_visitor_once_per_listing_and_day() {
    let (context, [one, other], mut writer) = with_listings().await;
    let batch = [view(one.id, 1, 20), view(one.id, 1, 20), view(one.id, 2, 20), view(other.id, 1, 20)];
    writer.write(&batch).await.unwrap();
    writer.write(&batch).await.unwrap();
    assert_eq!((count_views(&context, &one).await, count_views(&context, &other).await), (2, 1));
    writer.write(&[view(one.id, 1, 21)]).await.unwrap();
    assert_eq!(count_views(&context, &one).await, 3);
    let agent = ListingView { user_agent: "Another browser".to_owned(), ..view(one.id, 1, 21) };
    writer.write(&[agent]).await.unwrap();
    assert_eq!(count_views(&context, &one).await, 4);
}

#[tokio::test]
async fn write_concurrent_processes_count_visitor_once() {
    let (context, [one, other], _) = with_listings().await;
    let batch: Vec<_> = (0..50).flat_map(|n| [view(one.id, n, 20), view(other.id, n, 20)]).collect();
    let writers = (0..3).map(|_| {
        let (pool, batch) = (context.database.pool(), batch.clone());
        tokio::spawn(async move { PgViewRecorder::new(pool).1.write(&batch).await.unwrap() })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!((count_views(&context, &one).await, count_views(&context, &other).await), (50, 50));
}

#[tokio::test]
async fn write_view_of_deleted_listing_is_ignored() {
    let (context, [deleted, existing], mut writer) = with_listings().await;
    context.delete_listing(deleted.id).await;
    writer.write(&[view(deleted.id, 1, 20), view(existing.id, 1, 20)]).await.unwrap();
    assert_eq!(count_views(&context, &existing).await, 1);
}

#[tokio::test]
async fn write_stores_digests_and_prunes_past_days() {
    let (context, [one, _], mut writer) = with_listings().await;
    writer.write(&[view(one.id, 1, 18)]).await.unwrap();
    writer.write(&[view(one.id, 1, 19)]).await.unwrap();
    let digests = context.client.query("SELECT visitor FROM listing_views", &[]).await.unwrap();
    let digests: Vec<Vec<u8>> = digests.iter().map(|row| row.get(0)).collect();
    // The same visitor has different digests on different days.
    assert!(digests.len() == 2 && digests[0] != digests[1]);
    writer.write(&[view(one.id, 1, 20)]).await.unwrap();
    let days = "SELECT string_agg(to_char(day, 'DD'), ' ' ORDER BY day) FROM ";
    assert_eq!(context.query_value::<String>(&format!("{days} view_salts")).await, "19 20");
    assert_eq!(context.query_value::<String>(&format!("{days} listing_views")).await, "19 20");
    assert_eq!(count_views(&context, &one).await, 3);
}

#[tokio::test]
async fn write_prunes_past_days_in_portions() {
    let (context, [one, _], mut writer) = with_listings().await;
    let past = format!(
        "INSERT INTO listing_views SELECT '{}', '2026-11-18', decode(md5(n::text), 'hex') \
         FROM generate_series(1, 12000) AS n",
        one.id
    );
    context.run(&past).await;
    for left in [7_000, 2_000, 0, 0] {
        writer.write(&[view(one.id, 1, 20)]).await.unwrap();
        let past = "SELECT count(*) FROM listing_views WHERE day = '2026-11-18'";
        assert_eq!(context.query_value::<i64>(past).await, left);
    }
    assert_eq!(count_views(&context, &one).await, 1);
}

/// A batch that has been committed must not be written again each second.
#[tokio::test]
async fn write_counts_although_pruning_fails() {
    let (context, [one, _], mut writer) = with_listings().await;
    context.run("INSERT INTO view_salts VALUES ('2026-11-18', decode(repeat('00', 32), 'hex'))").await;
    context
        .run(
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION $$no$$; END'; \
             CREATE TRIGGER view_salts_kept BEFORE DELETE ON view_salts FOR EACH ROW EXECUTE FUNCTION refuse()",
        )
        .await;
    writer.write(&[view(one.id, 1, 20)]).await.unwrap();
    assert_eq!(count_views(&context, &one).await, 1);
    context.run("DROP TRIGGER view_salts_kept ON view_salts").await;
    writer.write(&[view(one.id, 2, 20)]).await.unwrap();
    assert_eq!(count_views(&context, &one).await, 2);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM view_salts").await, 1, "pruned later");
}

#[tokio::test]
async fn run_writes_views_periodically_and_at_stop() {
    let (context, [one, other], _) = with_listings().await;
    let (recorder, writer) = PgViewRecorder::new(context.database.pool());
    let (stop, stopped) = oneshot::channel::<()>();
    let running = tokio::spawn(writer.run(async move {
        let _ = stopped.await;
    }));
    recorder.record(view(one.id, 1, 20));
    eventually(1, async || count_views(&context, &one).await).await;
    recorder.record(view(other.id, 1, 20));
    stop.send(()).unwrap();
    running.await.unwrap();
    assert_eq!(count_views(&context, &other).await, 1);
}

#[tokio::test]
async fn record_full_queue_drops_views() {
    let (context, [one, _], _) = with_listings().await;
    let (recorder, writer) = PgViewRecorder::new(context.database.pool());
    // The writer is not running yet, so the queue overflows.
    for _ in 0..50_000 {
        recorder.record(view(one.id, 1, 20));
    }
    writer.run(std::future::ready(())).await;
    assert_eq!(count_views(&context, &one).await, 1);
}
