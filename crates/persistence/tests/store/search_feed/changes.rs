//! Changes that were committed between two reads.

use portal_domain::listing::ListingStatus;
use portal_domain::search_words;
use portal_domain::user::{User, UserStatus};
use portal_services::ports::WordList;
use portal_services::testing::samples;
use uuid::Uuid;

use super::{all_changes, changed, open_and_load, read_changes, removed, unchanged, with};
use crate::context::{TestContext, landlord, listing};
use crate::statements;

fn update_title(n: u128) -> String {
    format!("UPDATE listings SET title = 'Neu' WHERE id = '{}'", Uuid::from_u128(n))
}

#[tokio::test]
async fn changes_report_listing_from_publication_to_deletion() {
    let (context, _) = with(&[10]).await;
    let mut reader = open_and_load(&context).await;
    assert_eq!(read_changes(&mut reader).await, unchanged());
    let mut listing = listing(20, &landlord(1), ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&listing)).await;
    assert_eq!(read_changes(&mut reader).await, changed([20]));

    listing.facts.title = "Dachgeschoss".to_owned();
    context.save_listing(&listing).await;
    let mut changes = all_changes(&mut reader).await;
    let document = changes.upserted.remove(0);
    assert!(changes.is_empty());
    assert_eq!(document.card.facts.title, "Dachgeschoss");
    assert_eq!(document.card.views, None);
    let words = search_words::of_listing(&listing.facts, &listing.texts);
    assert_eq!(document.words, words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect::<WordList>());

    listing.status = ListingStatus::Rented;
    context.save_listing(&listing).await;
    assert_eq!(read_changes(&mut reader).await, removed([20]));
    listing.status = ListingStatus::Available;
    context.save_listing(&listing).await;
    assert_eq!(read_changes(&mut reader).await, changed([20]));
    context.delete_listing(listing.id).await;
    assert_eq!(read_changes(&mut reader).await, removed([20]));
    assert_eq!(read_changes(&mut reader).await, unchanged());
}

#[tokio::test]
async fn changes_ignore_listings_that_are_not_searchable() {
    let (context, _) = with(&[]).await;
    let mut reader = open_and_load(&context).await;
    let mut draft = listing(10, &landlord(1), ListingStatus::Draft);
    context.add_listings(std::slice::from_ref(&draft)).await;
    draft.facts.title = "Anders".to_owned();
    draft.images.push(samples::image(9));
    context.save_listing(&draft).await;
    context.run("UPDATE listing_images SET location = '/other.jpg'").await;
    context.save_user(&User { first_name: "Anders".to_owned(), ..landlord(1) }).await;
    context.delete_listing(draft.id).await;
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM listing_changes").await, 0);
    assert_eq!(read_changes(&mut reader).await, unchanged());
}

#[tokio::test]
async fn changes_report_changed_images() {
    let (context, mut all) = with(&[10, 11]).await;
    let mut reader = open_and_load(&context).await;
    all[0].images.push(samples::image(9));
    context.save_listing(&all[0]).await;
    let changes = all_changes(&mut reader).await;
    assert_eq!(changes.upserted.len(), 1);
    assert_eq!(changes.upserted[0].card.images, all[0].images);

    // The triggers for UPDATE and DELETE of images.
    let of = |n: u128| format!("listing_id = '{}'", Uuid::from_u128(n));
    context.run(&format!("UPDATE listing_images SET location = '/other.jpg' WHERE {} AND position = 0", of(11))).await;
    assert_eq!(read_changes(&mut reader).await, changed([11]));
    let moved = format!("UPDATE listing_images SET position = 9, listing_id = '{}'", Uuid::from_u128(11));
    context.run(&format!("{moved} WHERE {} AND position = 0", of(10))).await;
    assert_eq!(read_changes(&mut reader).await, changed([10, 11]));
    context.run(&format!("DELETE FROM listing_images WHERE {}", of(11))).await;
    assert_eq!(read_changes(&mut reader).await, changed([11]));
}

#[tokio::test]
async fn changes_report_listings_of_changed_landlord() {
    let (context, _) = with(&[10, 11]).await;
    let other = landlord(2);
    context.add_user(&other).await;
    context
        .add_listings(&[listing(20, &other, ListingStatus::Available), listing(12, &landlord(1), ListingStatus::Draft)])
        .await;
    let mut reader = open_and_load(&context).await;
    context.save_user(&User { phone_number: Some("0151 99".to_owned()), ..landlord(1) }).await;
    assert_eq!(read_changes(&mut reader).await, unchanged());

    let renamed = User { last_name: "Lovelace".to_owned(), ..landlord(1) };
    context.save_user(&renamed).await;
    let changes = all_changes(&mut reader).await;
    assert_eq!((changes.upserted.len(), changes.removed.len()), (2, 0));
    assert!(changes.upserted.iter().all(|document| document.card.landlord.last_name == "Lovelace"));

    context.save_user(&User { status: UserStatus::Inactive, ..renamed.clone() }).await;
    assert_eq!(read_changes(&mut reader).await, removed([10, 11]));
    context.save_user(&renamed).await;
    assert_eq!(read_changes(&mut reader).await, changed([10, 11]));
}

#[tokio::test]
async fn changes_report_listing_once_after_several_changes() {
    let (context, mut all) = with(&[10, 11]).await;
    let mut reader = open_and_load(&context).await;
    for n in 0..3 {
        all[0].facts.title = format!("Zimmer mit Blick {n}");
        context.save_listing(&all[0]).await;
    }
    context.delete_listing(all[1].id).await;
    assert_eq!(read_changes(&mut reader).await, (vec![10], vec![11]));
}

#[tokio::test]
async fn changes_report_each_transaction_once_in_any_commit_order() {
    let (context, _) = with(&[10, 11, 12]).await;
    let late = context.database.client().await;
    let undone = context.database.client().await;
    late.batch_execute(&format!("BEGIN; {}", update_title(10))).await.unwrap();
    undone.batch_execute(&format!("BEGIN; {}", update_title(12))).await.unwrap();
    let mut reader = open_and_load(&context).await;
    context.run(&update_title(11)).await;
    assert_eq!(read_changes(&mut reader).await, changed([11]));
    late.batch_execute("COMMIT").await.unwrap();
    assert_eq!(read_changes(&mut reader).await, changed([10]));
    undone.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(read_changes(&mut reader).await, unchanged());
}

#[tokio::test]
async fn changes_ignore_rolled_back_savepoint() {
    let (context, _) = with(&[10, 11]).await;
    let mut reader = open_and_load(&context).await;
    let (kept, undone) = (update_title(10), update_title(11));
    context.run(&format!("BEGIN; SAVEPOINT one; {kept}; SAVEPOINT two; {undone}; ROLLBACK TO two; COMMIT")).await;
    assert_eq!(read_changes(&mut reader).await, changed([10]));
    assert_eq!(read_changes(&mut reader).await, unchanged());
}

#[tokio::test]
async fn changes_are_reported_to_every_reader() {
    let (context, _) = with(&[10]).await;
    let (mut one, mut other) = (open_and_load(&context).await, open_and_load(&context).await);
    context.run(&update_title(10)).await;
    assert_eq!(read_changes(&mut one).await, changed([10]));
    assert_eq!(read_changes(&mut other).await, changed([10]));
    assert_eq!(read_changes(&mut open_and_load(&context).await).await, unchanged());
}

#[tokio::test]
async fn changes_of_concurrent_writers_are_reported_exactly_once() {
    const WRITERS: u128 = 4;
    const CHANGES: u128 = 25;
    let ids: Vec<u128> = (1..=WRITERS * CHANGES).map(|n| 1_000 + n).collect();
    let (context, _) = with(&ids).await;
    let mut reader = open_and_load(&context).await;
    let work = ids.chunks(usize::try_from(CHANGES).unwrap()).map(|ids| {
        let database = &context.database;
        async move {
            let client = database.client().await;
            for n in ids {
                // Some transactions are open for longer.
                let pause = if n % 3 == 0 { "SELECT pg_sleep(0.01);" } else { "" };
                client.batch_execute(&format!("BEGIN; {}; {pause} COMMIT", update_title(*n))).await.unwrap();
            }
        }
    });
    let mut writing = std::pin::pin!(futures_util::future::join_all(work));
    let mut all = Vec::new();
    let mut more = true;
    while more {
        tokio::select! {
            _ = &mut writing => more = false,
            () = tokio::time::sleep(std::time::Duration::from_millis(3)) => {}
        }
        all.extend(read_changes(&mut reader).await.0);
    }
    all.sort_unstable();
    assert_eq!(all, ids);
}

#[tokio::test]
async fn changes_ignore_rows_with_transaction_ids_of_another_server() {
    let (context, _) = with(&[10]).await;
    let mut reader = open_and_load(&context).await;
    context
        .run("INSERT INTO listing_changes (transaction, listing_id) SELECT '99999999999'::xid8, id FROM listings")
        .await;
    assert_eq!(read_changes(&mut reader).await, unchanged());
    context.run(&update_title(10)).await;
    assert_eq!(read_changes(&mut reader).await, changed([10]));
    assert_eq!(read_changes(&mut reader).await, unchanged());
}

#[tokio::test]
async fn changes_without_new_rows_send_two_statements() {
    statements::record();
    let (context, _) = with(&[10]).await;
    let mut reader = open_and_load(&context).await;
    statements::take_sent();
    for _ in 0..3 {
        assert_eq!(read_changes(&mut reader).await, unchanged());
    }
    // The log of changes, and how far the database's own log is flushed.
    assert_eq!(statements::take_sent().len(), 6);
    context.run(&update_title(10)).await;
    assert_eq!(read_changes(&mut reader).await, changed([10]));
    // In one transaction the log again, cards with words, and images.
    assert_eq!(statements::take_sent().len(), 7);
}

#[tokio::test]
async fn changes_use_index_of_log() {
    statements::record();
    let context = TestContext::new().await;
    context
        .run(
            "INSERT INTO listing_changes (transaction, listing_id)
             SELECT (3 + n * (pg_current_xact_id()::text::bigint - 4) / 100000)::text::xid8, md5(n::text)::uuid
             FROM generate_series(1, 100000) AS n",
        )
        .await;
    context.run("ANALYZE listing_changes").await;
    let mut reader = open_and_load(&context).await;
    statements::take_sent();
    assert_eq!(read_changes(&mut reader).await, unchanged());
    let statement = crate::explain::take_sent().remove(0);
    let snapshot: String = context.query_value("SELECT pg_current_snapshot()::text").await;
    for plan in crate::explain::plans(&context, &statement, &format!("'{snapshot}', '{snapshot}', 1000")).await {
        assert!(plan.contains("using listing_changes_transaction_idx") && !plan.contains("Seq Scan"), "{plan}");
    }
}
