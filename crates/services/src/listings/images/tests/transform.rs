use mockall::Sequence;
use portal_domain::image::ImageHash;

use super::*;
use crate::ports::ImageStoreError;
use crate::testing::samples::{LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image};

const HASH: ImageHash = ImageHash::from_bits(5);

/// The first image after its rotation.
fn rotated() -> Image {
    Image { location: location(1), hash: Some(HASH), ..image(1) }
}

fn schedule() -> MockUnitOfWork {
    scheduling(MockUnitOfWork::committed(), [(removal_id(2), &location(1))])
}

/// Ports that expect the rotation of the first image.
fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> MockPorts {
    let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
    ports
        .images
        .expect_rotate()
        .once()
        .withf(|from, to, rotation| {
            (from, to, *rotation) == (image(1).location.as_str(), location(1).as_str(), Rotation::Quarter)
        })
        .returning(|_, _, _| Ok(Some(HASH)));
    ports
}

async fn rotate(ports: MockPorts, actor: Actor, id: ImageId) -> Result<Image, ServiceError> {
    transform_listing_image(&ports.build(), actor, LISTING, id, Rotation::Quarter).await
}

#[tokio::test]
async fn transform_listing_image_sets_new_location_and_removes_old_file() {
    let mut row = MockUnitOfWork::committed().with_listing(available());
    row.file_removals
        .expect_push()
        .once()
        .withf(|removal, due| removal.location == image(1).location && *due == MockPorts::now())
        .returning(|_, _| Ok(()));
    let row = expecting_cancel(expecting_save(row, vec![rotated(), image(2)]), [removal_id(2)]);
    let mut ports = ports([reading(available()), schedule(), row]);
    ports.images.expect_prerender().once().withf(|asked| *asked == location(1)).return_const(());
    assert_eq!(rotate(ports, LANDLORD, image(1).id).await.unwrap(), rotated());
}

#[tokio::test]
async fn transform_listing_image_schedules_removal_before_rotation() {
    let mut order = Sequence::new();
    let schedule = scheduling(MockUnitOfWork::committed_in(&mut order), [(removal_id(2), &location(1))]);
    let mut mocks =
        MockPorts { store: MockUnitOfWork::store_of([reading(available()), schedule]), ..MockPorts::default() };
    let down = |_: &str, _: &str, _| Err(ImageStoreError::Unavailable("the object store is down".into()));
    mocks.images.expect_rotate().once().in_sequence(&mut order).returning(down);
    let result = rotate(mocks, LANDLORD, image(1).id).await;
    assert!(matches!(result, Err(ServiceError::Image(ImageStoreError::Unavailable(_)))));
}

#[tokio::test]
async fn transform_listing_image_concurrent_rotation_is_stale() {
    let rotated_concurrently = Image { location: "/rotated-by-another.jpg".to_owned(), ..image(1) };
    let changed_listing = Listing { images: vec![rotated_concurrently, image(2)], ..available() };
    let row = MockUnitOfWork::dropped().with_listing(changed_listing);
    let result = rotate(ports([reading(available()), schedule(), row]), LANDLORD, image(1).id).await;
    assert!(matches!(result, Err(ServiceError::Listing(ListingError::Stale))));
}

#[tokio::test]
async fn transform_listing_image_deleted_during_rotation_is_not_found() {
    let without = Listing { images: vec![image(2)], ..available() };
    let row = MockUnitOfWork::dropped().with_listing(without);
    let result = rotate(ports([reading(available()), schedule(), row]), LANDLORD, image(1).id).await;
    assert!(matches!(result, Err(ServiceError::Listing(ListingError::ImageNotFound))));
}

#[tokio::test]
async fn transform_listing_image_unknown_image_or_other_landlords_listing_is_not_found() {
    let only_reading = || MockPorts { store: MockUnitOfWork::store_of([reading(available())]), ..MockPorts::default() };
    let unknown = rotate(only_reading(), LANDLORD, image(7).id).await;
    assert!(matches!(unknown, Err(ServiceError::ImageNotFound)));
    for actor in [OTHER_LANDLORD, STUDENT] {
        let result = rotate(only_reading(), actor, image(1).id).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
