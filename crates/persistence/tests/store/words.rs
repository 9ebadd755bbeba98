//! The distinct words of all listings.

use portal_domain::listing::ListingStatus;
use portal_domain::search_words;
use portal_services::ports::ListingQueries;
use std::collections::BTreeSet;

use crate::world::{World, landlord, listing};

async fn stored(world: &World) -> BTreeSet<String> {
    let rows = world.client.query("SELECT word FROM search_words", &[]).await.unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn what_the_domain_finds_a_listing_under_is_stored_with_its_weight() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let listing = listing(10, &owner, ListingStatus::Draft);
    world.add_listings(std::slice::from_ref(&listing)).await;
    let words = search_words::of_listing(&listing.details);
    assert!(words.len() > 20, "{words:?}");
    let expected: BTreeSet<_> = words.iter().map(|(word, _)| word.clone()).collect();
    assert_eq!(stored(&world).await, expected);
    let query = "SELECT lexeme, weights[1] FROM listings, unnest(search_vector) ORDER BY lexeme COLLATE \"C\"";
    let vector: Vec<(String, String)> =
        world.client.query(query, &[]).await.unwrap().iter().map(|row| (row.get(0), row.get(1))).collect();
    let expected: Vec<(String, String)> = words
        .into_iter()
        .map(|(word, weight)| (word, if weight == search_words::Weight::Headline { "A" } else { "D" }.to_owned()))
        .collect();
    assert_eq!(vector, expected);
}

#[tokio::test]
async fn words_that_nothing_is_found_under_any_more_are_forgotten() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let mut listings = [listing(10, &owner, ListingStatus::Available), listing(11, &owner, ListingStatus::Draft)];
    listings[0].details.description = "Geheimnisvoll".to_owned();
    listings[1].details.description = "Unverwechselbar".to_owned();
    world.add_listings(&listings).await;
    assert_eq!(world.store.forget_unused_words().await.unwrap(), 0);
    listings[1].details.description = "Anders".to_owned();
    world.save_listing(&listings[1]).await;
    world.delete_listing(listings[0].id).await;
    assert!(stored(&world).await.contains("geheimnisvoll"));
    assert!(world.store.forget_unused_words().await.unwrap() >= 2);
    let kept = stored(&world).await;
    let expected: BTreeSet<_> =
        search_words::of_listing(&listings[1].details).into_iter().map(|(word, _)| word).collect();
    assert_eq!(kept, expected);
}

#[tokio::test]
async fn listings_with_the_same_new_words_can_be_written_at_once() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let writes = (0..8).map(|n| {
        let store = world.store.clone();
        let mut listing = listing(10 + n, &owner, ListingStatus::Draft);
        let mut words: Vec<_> = (0..200).map(|k| format!("wort{}", (k + n * 25) % 200)).collect();
        words.rotate_left(usize::try_from(n).unwrap() * 7);
        listing.details.description = words.join(" ");
        tokio::spawn(async move {
            let mut work = portal_services::ports::Store::begin(&store).await.unwrap();
            work.listings().insert(&[listing]).await.unwrap();
            work.commit().await.unwrap();
        })
    });
    for write in writes.collect::<Vec<_>>() {
        write.await.unwrap();
    }
    assert!(stored(&world).await.len() >= 200);
}
