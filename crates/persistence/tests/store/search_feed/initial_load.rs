//! The initial load: all searchable listings in one snapshot.

use portal_domain::listing::ListingStatus;
use portal_domain::search_words::{self, Weight};
use portal_services::ports::{LandlordSummary, ListingSummary, WordList};
use portal_services::testing::samples;

use super::{changed, ids, open, read_all, read_changes, with};
use crate::context::{TestContext, landlord, listing};

#[tokio::test]
async fn load_returns_card_and_words_of_listing() {
    let (context, all) = with(&[10]).await;
    context.run("INSERT INTO listing_view_totals SELECT id, 41 FROM listings").await;
    let mut documents = read_all(&mut open(&context).await).await;
    let document = documents.remove(0);
    let owner = landlord(1);
    let owner =
        LandlordSummary { id: owner.id, first_name: owner.first_name, last_name: owner.last_name, active: true };
    let card = ListingSummary { views: None, landlord: owner, ..samples::listing_summary(all[0].clone()) };
    assert_eq!(document.card, card);
    let words = search_words::of_listing(&all[0].facts, &all[0].texts);
    let words: WordList = words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect();
    assert!(words.iter().any(|word| word == ("zimmer", Weight::Headline)));
    assert!(words.iter().any(|(_, weight)| weight == Weight::Text));
    assert_eq!(document.words, words);
}

#[tokio::test]
async fn load_word_has_highest_weight_of_its_positions() {
    let (context, _) = with(&[10]).await;
    context.run("UPDATE listings SET search_vector = 'hell:3,7A bad:2B kalt ähnlich:4A'").await;
    let documents = read_all(&mut open(&context).await).await;
    let words: Vec<_> = documents[0].words.iter().collect();
    assert_eq!(
        words,
        [("bad", Weight::Text), ("hell", Weight::Headline), ("kalt", Weight::Text), ("ähnlich", Weight::Headline)]
    );
}

#[tokio::test]
async fn load_returns_only_searchable_listings() {
    let (context, _) = with(&[10]).await;
    let drafts = [ListingStatus::Draft, ListingStatus::Rented, ListingStatus::Archived];
    let hidden: Vec<_> = (20..).zip(drafts).map(|(n, status)| listing(n, &landlord(1), status)).collect();
    context.add_listings(&hidden).await;
    assert_eq!(ids(&read_all(&mut open(&context).await).await), [10]);
    assert_eq!(read_all(&mut open(&TestContext::new().await).await).await, []);
}

#[tokio::test]
async fn load_returns_each_listing_once_in_batches() {
    let (context, _) = with(&[]).await;
    context
        .run(
            "INSERT INTO listings SELECT
                 md5(n::text)::uuid, '00000000-0000-0000-0000-000000000001', 'AVAILABLE', true, 'Zimmer', 'ROOM',
                 'Ringstraße', '1', '80331', 'München', NULL, 'Bayern', 100, 100, 1, 1, 1, '{}', '', '', '',
                 20000, 0, 0, '[]', 20000, 'zimmer:1A', now(), now()
             FROM generate_series(1, 4100) AS n",
        )
        .await;
    let mut reader = open(&context).await;
    let mut sizes = Vec::new();
    let mut all = Vec::new();
    loop {
        let batch = reader.next_batch().await.unwrap();
        sizes.push(batch.len());
        all.extend(ids(&batch));
        if batch.is_empty() {
            break;
        }
    }
    assert_eq!(sizes, [2_000, 2_000, 100, 0]);
    assert!(reader.next_batch().await.unwrap().is_empty(), "stays empty after the end");
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 4_100);
}

#[tokio::test]
async fn load_commits_after_open_are_reported_as_changes() {
    let (context, mut all) = with(&[10, 11, 12]).await;
    let mut reader = open(&context).await;
    all[0].facts.title = "Anders".to_owned();
    context.save_listing(&all[0]).await;
    context.delete_listing(all[1].id).await;
    let batch = reader.next_batch().await.unwrap();
    assert_eq!(ids(&batch), [10, 11, 12]);
    assert_eq!(batch[0].card.facts.title, "Zimmer 10");
    context.add_listings(&[listing(13, &landlord(1), ListingStatus::Available)]).await;
    assert!(reader.next_batch().await.unwrap().is_empty());
    assert_eq!(read_changes(&mut reader).await, (vec![10, 13], vec![11]));
}

#[tokio::test]
async fn changes_after_unfinished_load_succeed() {
    let (context, _) = with(&[10]).await;
    let mut reader = open(&context).await;
    reader.next_batch().await.unwrap();
    context.add_listings(&[listing(11, &landlord(1), ListingStatus::Available)]).await;
    assert_eq!(read_changes(&mut reader).await, changed([11]));
}
