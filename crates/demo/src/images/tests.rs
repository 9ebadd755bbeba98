use std::collections::HashSet;
use std::sync::Mutex;

use bytes::Bytes;
use portal_services::ports::{EncodedImage, PreparedImage};
use portal_services::testing::MockPorts;

use super::*;

struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _: &str, _: u64) {}
    fn advance(&self, _: u64) {}
}

fn image() -> EncodedImage {
    EncodedImage { bytes: Bytes::from_static(b"pixels"), content_type: "image/jpeg" }
}

#[test]
fn locations_are_unique_hexadecimal_names() {
    let locations: HashSet<String> = ALL.iter().map(|image| location(*image)).collect();
    assert_eq!(locations.len(), ALL.len());
    for location in locations {
        let name = location.strip_prefix('/').and_then(|name| name.strip_suffix(".jpg")).unwrap();
        assert!(name.len() == 32 && name.bytes().all(|c| c.is_ascii_hexdigit()), "{location}");
    }
}

#[tokio::test]
async fn store_skips_stored_images() {
    let mut ports = MockPorts::default();
    ports.images.expect_serve().times(ALL.len()).returning(|_, _, _| Ok(image()));
    store(&ports.build(), &NoProgress).await.unwrap();
}

#[tokio::test]
async fn store_prepares_and_stores_missing_image() {
    let missing = location(ALL[3]);
    let mut ports = MockPorts::default();
    let missing_location = missing.clone();
    ports.images.expect_serve().times(ALL.len()).returning(move |location, _, _| {
        if location == missing_location { Err(ImageStoreError::NotFound) } else { Ok(image()) }
    });
    ports.images.expect_prepare().once().returning(|file| {
        assert!(std::fs::read(file).unwrap().starts_with(b"RIFF"));
        Ok(PreparedImage { master: image(), hash: None })
    });
    ports
        .images
        .expect_store()
        .once()
        .withf(move |location, master| *location == missing && *master == image())
        .returning(|_, _| Ok(()));
    store(&ports.build(), &NoProgress).await.unwrap();
}

#[tokio::test]
async fn store_fails_when_object_store_is_down() {
    let mut ports = MockPorts::default();
    let down = Mutex::new(Some(ImageStoreError::Unavailable("the object store is down".into())));
    ports.images.expect_serve().returning(move |_, _, _| {
        Err(down.lock().unwrap().take().unwrap_or(ImageStoreError::Unavailable("still down".into())))
    });
    assert!(matches!(store(&ports.build(), &NoProgress).await, Err(SeedError::Image(ImageStoreError::Unavailable(_)))));
}
