//! The dictionary of search words.

use portal_domain::listing::ListingStatus;
use portal_domain::search_words;
use portal_services::ports::Pruner;
use std::collections::BTreeSet;

use crate::context::{TestContext, landlord, listing};

async fn stored(context: &TestContext) -> BTreeSet<String> {
    let rows = context.client.query("SELECT word FROM search_words", &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn insert_listing_stores_search_words_with_weights() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let listing = listing(10, &owner, ListingStatus::Draft);
    context.add_listings(std::slice::from_ref(&listing)).await;
    let words = search_words::of_listing(&listing.facts, &listing.texts);
    assert!(words.len() > 20, "{words:?}");
    let expected: BTreeSet<_> = words.iter().map(|(word, _)| word.clone()).collect();
    assert_eq!(stored(&context).await, expected);
    let query = "SELECT lexeme, weights[1] FROM listings, unnest(search_vector) ORDER BY lexeme COLLATE \"C\"";
    let vector: Vec<(String, String)> =
        context.client.query(query, &[]).await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect();
    let expected: Vec<(String, String)> = words
        .into_iter()
        .map(|(word, weight)| (word, if weight == search_words::Weight::Headline { "A" } else { "D" }.to_owned()))
        .collect();
    assert_eq!(vector, expected);
}

#[tokio::test]
async fn prune_search_words_deletes_words_without_listing() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut listings = [listing(10, &owner, ListingStatus::Available), listing(11, &owner, ListingStatus::Draft)];
    listings[0].texts.description = "Geheimnisvoll".to_owned();
    listings[1].texts.description = "Unverwechselbar".to_owned();
    context.add_listings(&listings).await;
    assert_eq!(context.store.prune_search_words().await.unwrap(), 0);
    listings[1].texts.description = "Anders".to_owned();
    context.save_listing(&listings[1]).await;
    context.delete_listing(listings[0].id).await;
    assert!(stored(&context).await.contains("geheimnisvoll"));
    assert!(context.store.prune_search_words().await.unwrap() >= 2);
    let left = stored(&context).await;
    let expected: BTreeSet<_> =
        search_words::of_listing(&listings[1].facts, &listings[1].texts).into_iter().map(|(word, _)| word).collect();
    assert_eq!(left, expected);
}

#[tokio::test]
async fn insert_concurrent_listings_with_same_new_words_succeeds() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let writes = (0..8).map(|n| {
        let store = context.store.clone();
        let mut listing = listing(10 + n, &owner, ListingStatus::Draft);
        let mut words: Vec<_> = (0..200).map(|k| format!("wort{}", (k + n * 25) % 200)).collect();
        words.rotate_left(usize::try_from(n).unwrap() * 7);
        listing.texts.description = words.join(" ");
        tokio::spawn(async move {
            let mut work = portal_services::ports::Store::begin(&store).await.unwrap();
            work.listings().insert(&[listing]).await.unwrap();
            work.commit().await.unwrap();
        })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap();
    }
    assert!(stored(&context).await.len() >= 200);
}
