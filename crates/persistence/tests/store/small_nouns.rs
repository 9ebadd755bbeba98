//! Nouns that are only written, or only read, so far.

use portal_domain::event::Event;
use portal_domain::ids::EventId;
use portal_domain::listing::ListingStatus;
use portal_services::ports::{SettingQueries, Store};
use uuid::Uuid;

use crate::world::{World, landlord, listing, now};

#[tokio::test]
async fn the_store_answers() {
    World::new().await.store.ping().await.unwrap();
}

#[tokio::test]
async fn an_event_is_kept_when_its_listing_goes() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let listing = listing(10, &owner, ListingStatus::Rented);
    world.add_listings(std::slice::from_ref(&listing)).await;
    let mut work = world.begin().await;
    work.events().insert(&Event::listing_rented(EventId(Uuid::from_u128(1)), listing.id, now())).await.unwrap();
    work.commit().await.unwrap();
    let row = "SELECT event_type || ' ' || acknowledged || ' ' || (listing_id IS NULL) FROM events";
    assert_eq!(world.ask::<String>(row).await, "LISTING_RENTED false false");
    world.delete_listing(listing.id).await;
    assert_eq!(world.ask::<String>(row).await, "LISTING_RENTED false true");
}

#[tokio::test]
async fn image_settings_are_there_from_the_start() {
    let world = World::new().await;
    world.run("UPDATE settings SET value = '/hero.jpg' WHERE key = 'home.hero'").await;
    let images = world.store.list_images().await.unwrap();
    let images: Vec<_> = images.iter().map(|image| (image.key.as_str(), image.location.as_deref())).collect();
    assert_eq!(
        images,
        [
            ("about.picture", None),
            ("home.hero", Some("/hero.jpg")),
            ("login.background", None),
            ("signup.background", None)
        ]
    );
}

#[tokio::test]
async fn the_first_process_settles_a_shared_secret() {
    let world = World::new().await;
    let asks = (0..8).map(|n| {
        let store = world.store.clone();
        tokio::spawn(async move { store.shared_secret("tokens", &[n; 32], now()).await.unwrap() })
    });
    let mut answers = Vec::new();
    for ask in asks.collect::<Vec<_>>() {
        answers.push(ask.await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.len() == 32));
    let other = world.store.shared_secret("other", &[99; 32], now()).await.unwrap();
    assert_eq!(other, [99; 32]);
}
