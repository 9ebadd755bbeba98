use mockall::Sequence;

use super::*;
use crate::ports::PictureError;
use crate::testing::samples::{LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image};

/// The first picture as it lies after its turn.
fn turned() -> Image {
    Image { location: location(1), ..image(1) }
}

fn guard() -> MockWork {
    guarding(MockWork::committed(), [(discard(2), &location(1))])
}

/// Ports whose pictures expect the turn of the first one.
fn ports(works: impl IntoIterator<Item = MockWork>) -> MockPorts {
    let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    ports
        .pictures
        .expect_rotate()
        .once()
        .withf(|from, to, rotation| {
            (from, to, *rotation) == (image(1).location.as_str(), location(1).as_str(), Rotation::Quarter)
        })
        .returning(|_, _, _| Ok(()));
    ports
}

async fn rotate(ports: MockPorts, actor: Actor, id: ImageId) -> Result<Image, ServiceError> {
    rotate_image(&ports.build(), actor, LISTING, id, Rotation::Quarter).await
}

#[tokio::test]
async fn a_turned_picture_gets_a_new_location_and_its_old_file_is_discarded() {
    let mut row = MockWork::committed().with_listing(available());
    row.discards
        .expect_push()
        .once()
        .withf(|discard, due| discard.location == image(1).location && *due == MockPorts::now())
        .returning(|_, _| Ok(()));
    let row = cancelling(saving(row, vec![turned(), image(2)]), [discard(2)]);
    let mut ports = ports([looking_at(available()), guard(), row]);
    ports.pictures.expect_convert_ahead().once().withf(|asked| *asked == location(1)).return_const(());
    assert_eq!(rotate(ports, LANDLORD, image(1).id).await.unwrap(), turned());
}

#[tokio::test]
async fn the_new_file_is_guarded_before_it_is_made() {
    let mut order = Sequence::new();
    let guard = guarding(MockWork::committed_in(&mut order), [(discard(2), &location(1))]);
    let mut mocks = MockPorts { store: MockWork::begun_by([looking_at(available()), guard]), ..MockPorts::default() };
    let down = |_: &str, _: &str, _| Err(PictureError::Unavailable("the object store is down".into()));
    mocks.pictures.expect_rotate().once().in_sequence(&mut order).returning(down);
    let failed = rotate(mocks, LANDLORD, image(1).id).await;
    assert!(matches!(failed, Err(ServiceError::Picture(PictureError::Unavailable(_)))));
}

#[tokio::test]
async fn of_two_turns_at_once_the_later_is_stale_and_its_guard_stays() {
    let turned_by_another = Image { location: "/turned-by-another.jpg".to_owned(), ..image(1) };
    let moved_on = Listing { images: vec![turned_by_another, image(2)], ..available() };
    let row = MockWork::dropped().with_listing(moved_on);
    let refused = rotate(ports([looking_at(available()), guard(), row]), LANDLORD, image(1).id).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::Stale))));
}

#[tokio::test]
async fn a_picture_that_was_taken_out_meanwhile_is_not_turned() {
    let without = Listing { images: vec![image(2)], ..available() };
    let row = MockWork::dropped().with_listing(without);
    let refused = rotate(ports([looking_at(available()), guard(), row]), LANDLORD, image(1).id).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::NoSuchImage))));
}

#[tokio::test]
async fn a_picture_of_another_listing_and_anothers_listing_do_not_exist() {
    let only_looking = || MockPorts { store: MockWork::begun_by([looking_at(available())]), ..MockPorts::default() };
    let unknown = rotate(only_looking(), LANDLORD, image(7).id).await;
    assert!(matches!(unknown, Err(ServiceError::ImageNotFound)));
    for actor in [OTHER_LANDLORD, STUDENT] {
        let refused = rotate(only_looking(), actor, image(1).id).await;
        assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
