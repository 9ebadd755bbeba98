//! Readers that continue where another one, of this or an earlier process, has ended.

use std::time::{Duration, Instant};

use portal_persistence::PgSearchFeed;
use portal_services::ports::{FeedPosition, SearchFeed};

use super::{Reader, changed, open, open_and_load, read_changes, removed, unchanged, with};
use crate::context::{TestContext, landlord, listing};
use crate::eventually::eventually;
use portal_domain::listing::ListingStatus;

async fn resume(context: &TestContext, position: &FeedPosition) -> Option<Reader> {
    PgSearchFeed::new(context.database.serving()).resume(position).await.unwrap()
}

/// The position of a reader without listings that a crash could lose.
async fn flushed_position(reader: &mut Reader) -> FeedPosition {
    let started = Instant::now();
    loop {
        read_changes(reader).await;
        if let Some(position) = reader.position().filter(|position| position.as_str().contains(r#""listings":[]"#)) {
            return position;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", reader.position());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn set_title(context: &TestContext, n: u128) {
    context.run(&format!("UPDATE listings SET title = 'Neu' WHERE id = '{}'", uuid::Uuid::from_u128(n))).await;
}

#[tokio::test]
async fn resume_returns_what_was_committed_since_the_position() {
    let (context, all) = with(&[10, 11, 12, 13]).await;
    let late = context.database.client().await;
    late.batch_execute("BEGIN").await.unwrap();
    late.batch_execute(&format!("UPDATE listings SET title = 'Spät' WHERE id = '{}'", all[0].id.0)).await.unwrap();
    let mut reader = open_and_load(&context).await;
    let position = flushed_position(&mut reader).await;
    drop(reader);
    set_title(&context, 11).await;
    context.delete_listing(all[2].id).await;
    late.batch_execute("COMMIT").await.unwrap();
    let mut resumed = resume(&context, &position).await.unwrap();
    assert!(resumed.next_batch().await.unwrap().is_empty(), "there are no batches");
    assert_eq!(read_changes(&mut resumed).await, (vec![10, 11], vec![12]));
    assert_eq!(read_changes(&mut resumed).await, unchanged());
    let later = flushed_position(&mut resumed).await;
    set_title(&context, 13).await;
    assert_eq!(read_changes(&mut resumed).await, changed([13]));
    let mut again = resume(&context, &later).await.unwrap();
    assert_eq!(read_changes(&mut again).await, changed([13]));
}

#[tokio::test]
async fn position_names_listings_that_a_crash_could_lose() {
    let (context, all) = with(&[10, 11]).await;
    let mut reader = open_and_load(&context).await;
    flushed_position(&mut reader).await;
    // Until the log is flushed, the change is part of the position or after it.
    context.delete_listing(all[0].id).await;
    assert_eq!(read_changes(&mut reader).await, removed([10]));
    let unflushed = reader.position().unwrap();
    flushed_position(&mut reader).await;
    if unflushed.as_str().contains(&all[0].id.0.to_string()) {
        let mut resumed = resume(&context, &unflushed).await.unwrap();
        assert_eq!(resumed.position(), Some(unflushed), "until the changes are read");
        assert_eq!(read_changes(&mut resumed).await, removed([10]));
    }
}

#[tokio::test]
async fn resume_in_another_database_or_state_is_refused() {
    let (context, _) = with(&[10]).await;
    let position = flushed_position(&mut open_and_load(&context).await).await;
    assert!(resume(&context, &position).await.is_some());
    let other = TestContext::new().await;
    assert!(resume(&other, &position).await.is_none(), "another database");
    assert!(resume(&context, &FeedPosition::new("[]".to_owned())).await.is_none(), "another form");
    // The snapshot and the log are ahead of a server that was set back.
    let text = position.as_str();
    let ahead = text.replacen(r#""wal":"#, r#""wal":9"#, 1);
    assert!(resume(&context, &FeedPosition::new(ahead)).await.is_none(), "{text}");
    let start = text.find(r#""snapshot":""#).unwrap() + r#""snapshot":""#.len();
    let end = start + text[start..].find('"').unwrap();
    let ahead = format!("{}99999999999:99999999999:{}", &text[..start], &text[end..]);
    assert!(resume(&context, &FeedPosition::new(ahead)).await.is_none(), "{text}");
    context.run("DELETE FROM listing_changes").await;
    assert!(resume(&context, &position).await.is_none(), "the newest row of the log is missing");
}

#[tokio::test]
async fn resume_after_a_table_was_replaced_or_migrated_is_refused() {
    let (context, _) = with(&[10]).await;
    let mut reader = open_and_load(&context).await;
    let position = flushed_position(&mut reader).await;
    context.run("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')").await;
    assert!(resume(&context, &position).await.is_none(), "another schema");
    context.run("DELETE FROM __diesel_schema_migrations WHERE version = '99990101000000'").await;
    assert!(resume(&context, &position).await.is_some());
    context.run("TRUNCATE listings CASCADE").await;
    assert!(resume(&context, &position).await.is_none(), "no trigger logs a TRUNCATE");
}

#[tokio::test]
async fn resume_is_refused_once_the_log_may_be_pruned() {
    let (context, _) = with(&[10]).await;
    let position = flushed_position(&mut open_and_load(&context).await).await;
    let text = position.as_str();
    let key = r#""read_at":""#;
    let start = text.find(key).unwrap() + key.len();
    let end = start + text[start..].find('"').unwrap();
    let at = |minutes: i64| {
        let read_at = chrono::DateTime::parse_from_rfc3339(&text[start..end]).unwrap();
        let earlier = read_at - chrono::TimeDelta::minutes(minutes);
        FeedPosition::new(format!("{}{}{}", &text[..start], earlier.to_rfc3339(), &text[end..]))
    };
    assert!(resume(&context, &at(28)).await.is_some());
    assert!(resume(&context, &at(31)).await.is_none());
}

#[tokio::test]
async fn open_waits_for_the_load_of_another_process() {
    let (context, _) = with(&[10]).await;
    let mut first = open(&context).await;
    context.add_listings(&[listing(11, &landlord(1), ListingStatus::Available)]).await;
    // A reader ends its transaction after each attempt to get the lock.
    let attempts = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query = 'ROLLBACK'";
    assert_eq!(context.query_value::<i64>(attempts).await, 0);
    let mut opening = std::pin::pin!(open(&context));
    tokio::select! {
        _ = &mut opening => panic!("two processes load at once"),
        () = eventually(1, async || context.query_value::<i64>(attempts).await) => {}
    }
    super::read_all(&mut first).await;
    let mut second = tokio::time::timeout(Duration::from_secs(5), opening).await.unwrap();
    assert_eq!(super::ids(&super::read_all(&mut second).await), [10, 11]);
}
