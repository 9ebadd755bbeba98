//! Settings that administrators exchange.

use std::time::Duration;

use portal_domain::ids::SettingId;
use portal_domain::setting::Setting;
use portal_services::ports::{SettingFilter, SettingQueries, SettingSortField, StoreError};
use uuid::Uuid;

use crate::world::{BOTH, World, after, ascending, descending, page};

async fn listed(world: &World, filter: &SettingFilter) -> (Vec<String>, u64) {
    let page = world.store.list_settings(filter).await.unwrap();
    (page.rows.into_iter().map(|setting| setting.key).collect(), page.total)
}

async fn hero(world: &World) -> Setting {
    let filter = SettingFilter { sort: ascending(SettingSortField::Key), page: page(1, 1) };
    world.store.list_settings(&filter).await.unwrap().rows.remove(0)
}

/// Shows another picture, and returns where the one before lay.
async fn exchange(world: &World, id: SettingId, location: &str, seconds: i64) -> Result<Option<String>, StoreError> {
    let mut work = world.begin().await;
    let mut setting = work.settings().find_for_update(id).await?.unwrap();
    let before = setting.exchange_image(location.to_owned(), after(seconds));
    work.settings().save(&setting).await?;
    work.commit().await?;
    Ok(before)
}

#[tokio::test]
async fn settings_are_sorted_and_divided_into_pages() {
    let world = World::new().await;
    world.run("UPDATE settings SET date_created = date_created + interval '1 day' WHERE key = 'home.hero'").await;
    let all = |sort| SettingFilter { sort, page: page(0, 10) };
    let by_key = ["about.picture", "home.hero", "login.background", "signup.background"];
    assert_eq!(listed(&world, &all(ascending(SettingSortField::Key))).await, (by_key.map(str::to_owned).into(), 4));
    let newest_first = ["home.hero", "about.picture", "signup.background", "login.background"];
    let (keys, _) = listed(&world, &all(descending(SettingSortField::DateCreated))).await;
    assert_eq!(keys, newest_first);
    for by in [SettingSortField::Key, SettingSortField::DateCreated] {
        for direction in BOTH {
            let sort = portal_services::paging::Sort { by, direction };
            let whole = listed(&world, &all(sort)).await.0;
            let mut pages = Vec::new();
            for number in 0..3 {
                let (rows, total) = listed(&world, &SettingFilter { sort, page: page(number, 2) }).await;
                assert_eq!(total, 4);
                pages.extend(rows);
            }
            assert_eq!(pages, whole, "{by:?} {direction:?}");
        }
    }
}

#[tokio::test]
async fn a_new_picture_is_seen_at_once() {
    let world = World::new().await;
    let before = hero(&world).await;
    assert_eq!((before.key.as_str(), &before.value), ("home.hero", &None));
    assert_eq!(exchange(&world, before.id, "/hero.jpg", 1).await.unwrap(), None);
    let now = hero(&world).await;
    assert_eq!(now, Setting { value: Some("/hero.jpg".to_owned()), last_modified: after(1), ..before });
    let images = world.store.list_images().await.unwrap();
    assert!(images.iter().any(|image| image.location.as_deref() == Some("/hero.jpg")));
    let nowhere = SettingId(Uuid::from_u128(7));
    assert_eq!(world.begin().await.settings().find_for_update(nowhere).await.unwrap(), None);
}

/// Each learns what stood there just before, so that every picture is accounted for: all but the last are replaced.
#[tokio::test]
async fn of_several_at_once_each_replaces_the_one_before() {
    let world = World::new().await;
    let id = hero(&world).await.id;
    let exchanges = (0..8).map(|n| {
        let world = &world;
        async move { (n, exchange(world, id, &format!("/{n}.jpg"), n).await.unwrap()) }
    });
    let done = futures_util::future::join_all(exchanges).await;
    let mut accounted: Vec<_> = done.into_iter().filter_map(|(_, before)| before).collect();
    accounted.extend(hero(&world).await.value);
    accounted.sort();
    let expected: Vec<String> = (0..8).map(|n| format!("/{n}.jpg")).collect();
    assert_eq!(accounted, expected);
}

#[tokio::test]
async fn whoever_exchanges_a_picture_holds_the_setting() {
    let world = World::new().await;
    let id = hero(&world).await.id;
    let mut first = world.begin().await;
    first.settings().find_for_update(id).await.unwrap().unwrap();
    let second = exchange(&world, id, "/second.jpg", 1);
    assert!(tokio::time::timeout(Duration::from_millis(200), second).await.is_err(), "the row is not locked");
    drop(first);
}
