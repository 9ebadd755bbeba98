//! Nouns that are only written, or only read, so far.

use portal_services::ports::{SettingQueries, Store};

use crate::world::{World, now};

#[tokio::test]
async fn the_store_answers() {
    World::new().await.store.ping().await.unwrap();
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
