use std::collections::HashSet;
use std::sync::Mutex;

use bytes::Bytes;
use portal_services::ports::Picture;
use portal_services::testing::MockPorts;

use super::*;

struct Silent;

impl Progress for Silent {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}

fn picture() -> Picture {
    Picture { bytes: Bytes::from_static(b"pixels"), content_type: "image/jpeg" }
}

#[test]
fn locations_are_unique_hexadecimal_names() {
    let locations: HashSet<String> = ALL.iter().map(|shot| location(*shot)).collect();
    assert_eq!(locations.len(), ALL.len());
    for location in locations {
        let name = location.strip_prefix('/').and_then(|name| name.strip_suffix(".jpg")).unwrap();
        assert!(name.len() == 32 && name.bytes().all(|c| c.is_ascii_hexdigit()), "{location}");
    }
}

#[tokio::test]
async fn hang_skips_pictures_that_are_stored() {
    let mut ports = MockPorts::default();
    ports.pictures.expect_serve().times(ALL.len()).returning(|_, _, _| Ok(picture()));
    hang(&ports.build(), &Silent).await.unwrap();
}

#[tokio::test]
async fn hang_prepares_and_stores_a_missing_picture() {
    let missing = location(ALL[3]);
    let mut ports = MockPorts::default();
    let asked_for = missing.clone();
    ports.pictures.expect_serve().times(ALL.len()).returning(move |location, _, _| {
        if location == asked_for { Err(PictureError::NotFound) } else { Ok(picture()) }
    });
    ports.pictures.expect_prepare().once().returning(|file| {
        assert!(std::fs::read(file).unwrap().starts_with(b"RIFF"));
        Ok(picture())
    });
    ports
        .pictures
        .expect_store()
        .once()
        .withf(move |location, master| *location == missing && *master == picture())
        .returning(|_, _| Ok(()));
    hang(&ports.build(), &Silent).await.unwrap();
}

#[tokio::test]
async fn hang_fails_when_the_object_store_is_down() {
    let mut ports = MockPorts::default();
    let down = Mutex::new(Some(PictureError::Unavailable("the object store is down".into())));
    ports.pictures.expect_serve().returning(move |_, _, _| {
        Err(down.lock().unwrap().take().unwrap_or(PictureError::Unavailable("still down".into())))
    });
    assert!(matches!(hang(&ports.build(), &Silent).await, Err(SeedError::Picture(PictureError::Unavailable(_)))));
}
