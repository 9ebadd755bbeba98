use bytes::Bytes;
use mockall::Sequence;

use super::*;
use crate::ports::{Picture, PictureError};
use crate::testing::samples::{LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image};

fn files(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

fn master(name: &str) -> Picture {
    Picture { bytes: Bytes::copy_from_slice(name.as_bytes()), content_type: "image/jpeg" }
}

fn prepares(ports: &mut MockPorts, order: &mut Sequence, name: &'static str) {
    ports
        .pictures
        .expect_prepare()
        .once()
        .in_sequence(order)
        .withf(move |file| file.as_os_str() == name)
        .returning(move |_| Ok(master(name)));
}

fn refuses(ports: &mut MockPorts, order: &mut Sequence, error: PictureError) {
    ports.pictures.expect_prepare().once().in_sequence(order).return_once(|_| Err(error));
}

fn stores(ports: &mut MockPorts, order: &mut Sequence, location: String, name: &'static str) {
    ports
        .pictures
        .expect_store()
        .once()
        .in_sequence(order)
        .withf(move |asked, picture| *asked == location && *picture == master(name))
        .returning(|_, _| Ok(()));
}

fn added() -> Vec<Image> {
    [1, 2].map(|n| Image { id: ImageId(MockPorts::identifier(n)), location: location(n) }).into()
}

/// The two guards of [`added`] in a transaction that is committed within this order.
fn guarding_both(order: &mut Sequence) -> MockWork {
    guarding(MockWork::committed_in(order), [(discard(3), &location(1)), (discard(4), &location(2))])
}

fn ports(works: impl IntoIterator<Item = MockWork>) -> MockPorts {
    MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() }
}

async fn add_to(ports: MockPorts, names: &[&str]) -> Result<Vec<Image>, ServiceError> {
    add_images(&ports.build(), LANDLORD, LISTING, files(names)).await
}

#[tokio::test]
async fn add_guards_files_before_it_stores_them_and_converts_them_after_the_commit() {
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    prepares(&mut mocks, &mut order, "a.png");
    prepares(&mut mocks, &mut order, "b.webp");
    let guard = guarding_both(&mut order);
    stores(&mut mocks, &mut order, location(1), "a.png");
    stores(&mut mocks, &mut order, location(2), "b.webp");
    let row =
        saving(MockWork::committed_in(&mut order).with_listing(available()), [available().images, added()].concat());
    let row = cancelling(row, [discard(3), discard(4)]);
    mocks.store = MockWork::begun_by([looking_at(available()), guard, row]);
    for n in [1, 2] {
        let converting = mocks.pictures.expect_convert_ahead().once().in_sequence(&mut order);
        converting.withf(move |asked| *asked == location(n)).return_const(());
    }
    assert_eq!(add_to(mocks, &["a.png", "b.webp"]).await.unwrap(), added());
}

#[tokio::test]
async fn one_bad_file_is_named_and_none_is_stored() {
    let mut order = Sequence::new();
    let mut ports = ports([looking_at(available())]);
    prepares(&mut ports, &mut order, "a.png");
    refuses(&mut ports, &mut order, PictureError::FileType);
    let refused = add_to(ports, &["a.png", "b.exe", "c.png"]).await;
    assert!(matches!(refused, Err(ServiceError::File { index: 1, source: PictureError::FileType })), "{refused:?}");
}

#[tokio::test]
async fn a_twenty_first_picture_is_refused_before_any_file_is_read() {
    let nineteen = Listing { images: (1..=19).map(image).collect(), ..available() };
    let refused = add_to(ports([looking_at(nineteen)]), &["a.png", "b.png"]).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::TooManyImages))));
}

#[tokio::test]
async fn pictures_that_others_added_meanwhile_count_and_the_guards_stay() {
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    prepares(&mut mocks, &mut order, "a.png");
    let guard = guarding(MockWork::committed_in(&mut order), [(discard(2), &location(1))]);
    stores(&mut mocks, &mut order, location(1), "a.png");
    let full = Listing { images: (1..=20).map(image).collect(), ..available() };
    mocks.store = MockWork::begun_by([looking_at(available()), guard, MockWork::dropped().with_listing(full)]);
    let refused = add_to(mocks, &["a.png"]).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::TooManyImages))));
}

#[tokio::test]
async fn when_the_object_store_fails_the_guards_stay_and_no_row_is_written() {
    let mut order = Sequence::new();
    let mut mocks = MockPorts::default();
    prepares(&mut mocks, &mut order, "a.png");
    prepares(&mut mocks, &mut order, "b.png");
    let guard = guarding_both(&mut order);
    stores(&mut mocks, &mut order, location(1), "a.png");
    let down = |_: &str, _| Err(PictureError::Unavailable("the object store is down".into()));
    mocks.pictures.expect_store().once().in_sequence(&mut order).returning(down);
    mocks.store = MockWork::begun_by([looking_at(available()), guard]);
    let failed = add_to(mocks, &["a.png", "b.png"]).await;
    assert!(matches!(failed, Err(ServiceError::Picture(PictureError::Unavailable(_)))));
}

#[tokio::test]
async fn to_others_the_listing_does_not_exist_and_their_files_are_not_read() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let refused = add_images(&ports([looking_at(available())]).build(), actor, LISTING, files(&["a.png"])).await;
        assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
