use bytes::Bytes;
use mockall::Sequence;
use portal_domain::image::ImageHash;

use super::*;
use crate::ports::{EncodedImage, ImageStoreError, PreparedImage};
use crate::testing::samples::{LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image};

const HASH: ImageHash = ImageHash::from_bits(5);

fn files(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

fn master(name: &str) -> EncodedImage {
    EncodedImage { bytes: Bytes::copy_from_slice(name.as_bytes()), content_type: "image/jpeg" }
}

fn prepared(name: &str) -> PreparedImage {
    PreparedImage { master: master(name), hash: Some(HASH) }
}

fn expecting_prepare(ports: &mut MockPorts, order: &mut Sequence, name: &'static str) {
    ports
        .images
        .expect_prepare()
        .once()
        .in_sequence(order)
        .withf(move |file| file.as_os_str() == name)
        .returning(move |_| Ok(prepared(name)));
}

fn expecting_rejected_prepare(ports: &mut MockPorts, order: &mut Sequence, error: ImageStoreError) {
    ports.images.expect_prepare().once().in_sequence(order).return_once(|_| Err(error));
}

fn expecting_store(ports: &mut MockPorts, order: &mut Sequence, location: String, name: &'static str) {
    ports
        .images
        .expect_store()
        .once()
        .in_sequence(order)
        .withf(move |asked, image| *asked == location && *image == master(name))
        .returning(|_, _| Ok(()));
}

/// Expects the removal of a stored image, which fails: it is scheduled as well.
fn expecting_remove(ports: &mut MockPorts, order: &mut Sequence, location: String) {
    let down = |_: &str| Err(ImageStoreError::Unavailable("the object store is down".into()));
    ports.images.expect_remove().once().in_sequence(order).withf(move |asked| *asked == location).returning(down);
}

fn added() -> Vec<Image> {
    [1, 2]
        .map(|n| Image {
            id: ImageId(MockPorts::identifier(n)),
            location: location(n),
            hash: Some(HASH),
            description: String::new(),
        })
        .into()
}

/// A committed transaction, in this order, that schedules the removal of the files of [`added`].
fn scheduling_both(order: &mut Sequence) -> MockUnitOfWork {
    scheduling(MockUnitOfWork::committed_in(order), [(removal_id(3), &location(1)), (removal_id(4), &location(2))])
}

fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> MockPorts {
    MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() }
}

async fn add_to(ports: MockPorts, names: &[&str]) -> Result<Vec<Image>, ServiceError> {
    upload_listing_images(&ports.build(), LANDLORD, LISTING, files(names)).await
}

#[tokio::test]
async fn upload_listing_images_holds_one_master_and_prerenders_after_commit() {
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    let schedule = scheduling_both(&mut order);
    expecting_prepare(&mut mocks, &mut order, "a.png");
    expecting_store(&mut mocks, &mut order, location(1), "a.png");
    expecting_prepare(&mut mocks, &mut order, "b.webp");
    expecting_store(&mut mocks, &mut order, location(2), "b.webp");
    let row = expecting_save(
        MockUnitOfWork::committed_in(&mut order).with_listing(available()),
        [available().images, added()].concat(),
    );
    let row = expecting_cancel(row, [removal_id(3), removal_id(4)]);
    mocks.store = MockUnitOfWork::store_of([reading(available()), schedule, row]);
    for n in [1, 2] {
        let expectation = mocks.images.expect_prerender().once().in_sequence(&mut order);
        expectation.withf(move |asked| *asked == location(n)).return_const(());
    }
    assert_eq!(add_to(mocks, &["a.png", "b.webp"]).await.unwrap(), added());
}

#[tokio::test]
async fn upload_listing_images_with_invalid_file_names_it_and_removes_the_stored_ones() {
    // The removal of the first fails below, so it stays scheduled.
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    let schedule = scheduling_both(&mut order);
    expecting_prepare(&mut mocks, &mut order, "a.png");
    expecting_store(&mut mocks, &mut order, location(1), "a.png");
    expecting_rejected_prepare(&mut mocks, &mut order, ImageStoreError::FileType);
    expecting_remove(&mut mocks, &mut order, location(1));
    let cancel = expecting_cancel(MockUnitOfWork::committed_in(&mut order), [removal_id(4)]);
    mocks.store = MockUnitOfWork::store_of([reading(available()), schedule, cancel]);
    let result = add_to(mocks, &["a.png", "b.exe"]).await;
    assert!(
        matches!(result, Err(ServiceError::FileRejected { index: 1, source: ImageStoreError::FileType })),
        "{result:?}"
    );
}

#[tokio::test]
async fn upload_listing_images_beyond_maximum_reads_no_file() {
    let nineteen = Listing { images: (1..=19).map(image).collect(), ..available() };
    let result = add_to(ports([reading(nineteen)]), &["a.png", "b.png"]).await;
    assert!(matches!(result, Err(ServiceError::Listing(ListingError::TooManyImages))));
}

#[tokio::test]
async fn upload_listing_images_concurrent_uploads_count_towards_maximum() {
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    let schedule = scheduling(MockUnitOfWork::committed_in(&mut order), [(removal_id(2), &location(1))]);
    expecting_prepare(&mut mocks, &mut order, "a.png");
    expecting_store(&mut mocks, &mut order, location(1), "a.png");
    let full = Listing { images: (1..=20).map(image).collect(), ..available() };
    mocks.store =
        MockUnitOfWork::store_of([reading(available()), schedule, MockUnitOfWork::dropped().with_listing(full)]);
    let result = add_to(mocks, &["a.png"]).await;
    assert!(matches!(result, Err(ServiceError::Listing(ListingError::TooManyImages))));
}

#[tokio::test]
async fn upload_listing_images_store_failure_writes_no_row() {
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    let schedule = scheduling_both(&mut order);
    expecting_prepare(&mut mocks, &mut order, "a.png");
    expecting_store(&mut mocks, &mut order, location(1), "a.png");
    expecting_prepare(&mut mocks, &mut order, "b.png");
    let down = |_: &str, _| Err(ImageStoreError::Unavailable("the object store is down".into()));
    mocks.images.expect_store().once().in_sequence(&mut order).returning(down);
    expecting_remove(&mut mocks, &mut order, location(1));
    mocks.store = MockUnitOfWork::store_of([reading(available()), schedule]);
    let result = add_to(mocks, &["a.png", "b.png"]).await;
    assert!(matches!(result, Err(ServiceError::Image(ImageStoreError::Unavailable(_)))));
}

#[tokio::test]
async fn upload_listing_images_by_other_actor_is_not_found_and_reads_no_file() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let result =
            upload_listing_images(&ports([reading(available())]).build(), actor, LISTING, files(&["a.png"])).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
