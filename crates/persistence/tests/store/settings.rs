//! Image settings.

use portal_domain::ids::SettingId;
use portal_domain::setting::Setting;
use portal_services::ports::{SettingListQuery, SettingQueries, SettingSortField, StoreError};
use uuid::Uuid;

use crate::context::{BOTH, TestContext, after, ascending, descending, page};

async fn listed(context: &TestContext, filter: &SettingListQuery) -> (Vec<String>, u64) {
    let page = context.store.list_settings(filter).await.unwrap();
    (page.rows.into_iter().map(|setting| setting.key).collect(), page.total)
}

async fn hero(context: &TestContext) -> Setting {
    let filter = SettingListQuery { sort: ascending(SettingSortField::Key), page: page(1, 1) };
    context.store.list_settings(&filter).await.unwrap().rows.remove(0)
}

/// Sets another image and returns the location of the previous one.
async fn exchange(
    context: &TestContext,
    id: SettingId,
    location: &str,
    seconds: i64,
) -> Result<Option<String>, StoreError> {
    let mut work = context.begin().await;
    let mut setting = work.settings().find_for_update(id).await?.unwrap();
    let before = setting.replace_image(location.to_owned(), after(seconds));
    work.settings().save(&setting).await?;
    work.commit().await?;
    Ok(before)
}

#[tokio::test]
async fn list_settings_sorts_and_pages() {
    let context = TestContext::new().await;
    context.run("UPDATE settings SET date_created = date_created + interval '1 day' WHERE key = 'home.hero'").await;
    let all = |sort| SettingListQuery { sort, page: page(0, 10) };
    let by_key = ["about.picture", "home.hero", "login.background", "signup.background"];
    assert_eq!(listed(&context, &all(ascending(SettingSortField::Key))).await, (by_key.map(str::to_owned).into(), 4));
    let newest_first = ["home.hero", "about.picture", "signup.background", "login.background"];
    let (keys, _) = listed(&context, &all(descending(SettingSortField::DateCreated))).await;
    assert_eq!(keys, newest_first);
    for by in [SettingSortField::Key, SettingSortField::DateCreated] {
        for direction in BOTH {
            let sort = portal_services::paging::Sort { by, direction };
            let expected = listed(&context, &all(sort)).await.0;
            let mut pages = Vec::new();
            for number in 0..3 {
                let (rows, total) = listed(&context, &SettingListQuery { sort, page: page(number, 2) }).await;
                assert_eq!(total, 4);
                pages.extend(rows);
            }
            assert_eq!(pages, expected, "{by:?} {direction:?}");
        }
    }
}

#[tokio::test]
async fn save_setting_changes_image() {
    let context = TestContext::new().await;
    let before = hero(&context).await;
    assert_eq!((before.key.as_str(), &before.value), ("home.hero", &None));
    assert_eq!(exchange(&context, before.id, "/hero.jpg", 1).await.unwrap(), None);
    let now = hero(&context).await;
    assert_eq!(now, Setting { value: Some("/hero.jpg".to_owned()), last_modified: after(1), ..before });
    let images = context.store.list_images().await.unwrap();
    assert!(images.iter().any(|image| image.location.as_deref() == Some("/hero.jpg")));
    let unknown = SettingId(Uuid::from_u128(7));
    assert_eq!(context.begin().await.settings().find_for_update(unknown).await.unwrap(), None);
}

#[tokio::test]
async fn list_images_contains_every_image_setting() {
    let context = TestContext::new().await;
    context.run("UPDATE settings SET value = '/hero.jpg' WHERE key = 'home.hero'").await;
    let images = context.store.list_images().await.unwrap();
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

/// Every image but the last is returned as a previous one, so none is lost.
#[tokio::test]
async fn exchange_concurrent_images_returns_each_previous_image_once() {
    let context = TestContext::new().await;
    let id = hero(&context).await.id;
    let exchanges = (0..8).map(|n| {
        let context = &context;
        async move { (n, exchange(context, id, &format!("/{n}.jpg"), n).await.unwrap()) }
    });
    let done = futures_util::future::join_all(exchanges).await;
    let mut locations: Vec<_> = done.into_iter().filter_map(|(_, before)| before).collect();
    locations.extend(hero(&context).await.value);
    locations.sort();
    let expected: Vec<String> = (0..8).map(|n| format!("/{n}.jpg")).collect();
    assert_eq!(locations, expected);
}

#[tokio::test]
async fn find_for_update_locks_setting() {
    let context = TestContext::new().await;
    let id = hero(&context).await.id;
    let mut first = context.begin().await;
    first.settings().find_for_update(id).await.unwrap().unwrap();
    context.cancel_in_lock_wait(exchange(&context, id, "/second.jpg", 1)).await;
    drop(first);
}
