//! Everything that can be found, as of one moment.

use portal_domain::listing::ListingStatus;
use portal_domain::search_words::{self, Weight};
use portal_services::listings::{LandlordView, ListingSummary};
use portal_services::ports::WordList;
use portal_services::testing::samples;

use super::{found, numbers, open, read_all, told, with};
use crate::world::{World, landlord, listing};

#[tokio::test]
async fn a_document_holds_the_card_and_the_words_of_the_listing() {
    let (world, all) = with(&[10]).await;
    world.run("INSERT INTO listing_view_totals SELECT id, 41 FROM listings").await;
    let mut documents = read_all(&mut open(&world).await).await;
    let document = documents.remove(0);
    let owner = landlord(1);
    let owner = LandlordView { id: owner.id, first_name: owner.first_name, last_name: owner.last_name, active: true };
    let card = ListingSummary { views: None, landlord: owner, ..samples::listing_summary(all[0].clone()) };
    assert_eq!(document.card, card);
    let words = search_words::of_listing(&all[0].details);
    let words: WordList = words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect();
    assert!(words.iter().any(|word| word == ("zimmer", Weight::Headline)));
    assert!(words.iter().any(|(_, weight)| weight == Weight::Text));
    assert_eq!(document.words, words);
}

#[tokio::test]
async fn a_word_has_the_weight_of_its_best_place() {
    let (world, _) = with(&[10]).await;
    world.run("UPDATE listings SET search_vector = 'hell:3,7A bad:2B kalt ähnlich:4A'").await;
    let documents = read_all(&mut open(&world).await).await;
    let words: Vec<_> = documents[0].words.iter().collect();
    assert_eq!(
        words,
        [("bad", Weight::Text), ("hell", Weight::Headline), ("kalt", Weight::Text), ("ähnlich", Weight::Headline)]
    );
}

#[tokio::test]
async fn only_what_can_be_found_is_told() {
    let (world, _) = with(&[10]).await;
    let drafts = [ListingStatus::Draft, ListingStatus::Rented, ListingStatus::Archived];
    let hidden: Vec<_> = (20..).zip(drafts).map(|(n, status)| listing(n, &landlord(1), status)).collect();
    world.add_listings(&hidden).await;
    assert_eq!(numbers(&read_all(&mut open(&world).await).await), [10]);
    assert_eq!(read_all(&mut open(&World::new().await).await).await, []);
}

#[tokio::test]
async fn portions_give_each_listing_once() {
    let (world, _) = with(&[]).await;
    world
        .run(
            "INSERT INTO listings SELECT
                 md5(n::text)::uuid, '00000000-0000-0000-0000-000000000001', 'AVAILABLE', true, 'Zimmer', 'ROOM',
                 'Ringstraße', '1', '80331', 'München', NULL, 'Bayern', 100, 100, 1, 1, 1, '{}', '', '', '',
                 20000, 0, 0, '[]', 20000, 'zimmer:1A', now(), now()
             FROM generate_series(1, 4100) AS n",
        )
        .await;
    let mut reader = open(&world).await;
    let mut sizes = Vec::new();
    let mut all = Vec::new();
    loop {
        let portion = reader.next_portion().await.unwrap();
        sizes.push(portion.len());
        all.extend(numbers(&portion));
        if portion.is_empty() {
            break;
        }
    }
    assert_eq!(sizes, [2_000, 2_000, 100, 0]);
    assert!(reader.next_portion().await.unwrap().is_empty(), "the end is the end");
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 4_100);
}

#[tokio::test]
async fn what_is_committed_meanwhile_is_told_as_a_change() {
    let (world, mut all) = with(&[10, 11, 12]).await;
    let mut reader = open(&world).await;
    all[0].details.title = "Anders".to_owned();
    world.save_listing(&all[0]).await;
    world.delete_listing(all[1].id).await;
    let portion = reader.next_portion().await.unwrap();
    assert_eq!(numbers(&portion), [10, 11, 12]);
    assert_eq!(portion[0].card.title, "Zimmer 10");
    world.add_listings(&[listing(13, &landlord(1), ListingStatus::Available)]).await;
    assert!(reader.next_portion().await.unwrap().is_empty());
    assert_eq!(told(&mut reader).await, (vec![10, 13], vec![11]));
}

#[tokio::test]
async fn changes_end_a_look_that_was_not_finished() {
    let (world, _) = with(&[10]).await;
    let mut reader = open(&world).await;
    reader.next_portion().await.unwrap();
    world.add_listings(&[listing(11, &landlord(1), ListingStatus::Available)]).await;
    assert_eq!(told(&mut reader).await, found([11]));
}
