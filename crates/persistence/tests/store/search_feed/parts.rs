//! Many changes at once.

use portal_services::ports::{FeedRead, SearchChanges};

use super::{Reader, changed, open_and_load, read_changes, with};
use crate::context::TestContext;

const LISTINGS: usize = 5_001;

async fn with_many() -> TestContext {
    let (context, _) = with(&[]).await;
    context
        .run(&format!(
            "INSERT INTO listings SELECT
                 lpad(to_hex(n), 32, '0')::uuid, '00000000-0000-0000-0000-000000000001', 'AVAILABLE', true, 'Zimmer', 'ROOM',
                 'Ringstraße', '1', '80331', 'München', NULL, 'Bayern', 100, 100, 1, 1, 1, '{{}}', '', '', '',
                 20000, 0, 0, '[]', 20000, 'zimmer:1A', now(), now()
             FROM generate_series(1, {LISTINGS}) AS n"
        ))
        .await;
    context
}

/// The number of listings in each part, and all changes.
async fn read_parts(reader: &mut Reader, at_most: usize) -> (Vec<usize>, SearchChanges) {
    let (mut sizes, mut all) = (Vec::new(), SearchChanges::default());
    loop {
        let (changes, is_last) = match reader.changes(at_most).await.unwrap() {
            FeedRead::Part(changes) => (changes, false),
            FeedRead::Complete(changes) => (changes, true),
            FeedRead::TooMany => panic!("too many changes"),
        };
        sizes.push(changes.upserted.len() + changes.removed.len());
        all.upserted.extend(changes.upserted);
        all.removed.extend(changes.removed);
        if is_last {
            return (sizes, all);
        }
    }
}

#[tokio::test]
async fn changes_of_all_listings_are_read_in_parts_of_one_snapshot() {
    let context = with_many().await;
    let mut reader = open_and_load(&context).await;
    context.run("UPDATE listings SET title = 'Neu' WHERE id <> lpad('1', 32, '0')::uuid").await;
    context.run("DELETE FROM listings WHERE id = lpad('1', 32, '0')::uuid").await;
    let first = reader.changes(LISTINGS).await.unwrap();
    let FeedRead::Part(first) = first else { panic!("{first:?}") };
    // A commit between two parts belongs to the next read.
    context.run("UPDATE listings SET title = 'Noch neuer'").await;
    let (sizes, rest) = read_parts(&mut reader, LISTINGS).await;
    assert_eq!((first.upserted.len() + first.removed.len(), sizes), (2_000, vec![2_000, 1_001]));
    let all = || first.upserted.iter().chain(&rest.upserted);
    assert!(all().all(|document| document.card.facts.title == "Neu"));
    let mut ids: Vec<_> = all().map(|document| document.card.id.0).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), first.removed.len() + rest.removed.len()), (LISTINGS - 1, 1));

    let (sizes, next) = read_parts(&mut reader, LISTINGS).await;
    assert_eq!(sizes, [2_000, 2_000, 1_000]);
    assert!(next.upserted.iter().all(|document| document.card.facts.title == "Noch neuer"));
}

#[tokio::test]
async fn changes_beyond_the_limit_are_not_read() {
    let context = with_many().await;
    let mut reader = open_and_load(&context).await;
    context.run("UPDATE listings SET title = 'Neu'").await;
    assert_eq!(reader.changes(LISTINGS - 1).await.unwrap(), FeedRead::TooMany);
    assert_eq!(read_parts(&mut reader, LISTINGS).await.0, [2_000, 2_000, 1_001], "they are still there");
    context.run("UPDATE listings SET title = 'Noch neuer' WHERE id = lpad('1', 32, '0')::uuid").await;
    assert_eq!(read_changes(&mut reader).await, changed([1]));
}
