use super::*;
use crate::testing::samples::{ADMIN, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image};

async fn remove_in(work: MockWork, actor: Actor, id: ImageId) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    remove_image(&ports.build(), actor, LISTING, id).await
}

#[tokio::test]
async fn the_row_goes_and_its_file_is_discarded_with_it() {
    for actor in [LANDLORD, ADMIN] {
        let mut work = saving(MockWork::committed().with_listing(available()), vec![image(2)]);
        work.discards
            .expect_push()
            .once()
            .withf(|discard, due| discard.location == image(1).location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
        remove_in(work, actor, image(1).id).await.unwrap();
    }
}

#[tokio::test]
async fn an_available_listing_keeps_its_last_picture() {
    let last = Listing { images: vec![image(1)], ..available() };
    let refused = remove_in(MockWork::dropped().with_listing(last), LANDLORD, image(1).id).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::ImageRequired))));
}

#[tokio::test]
async fn a_picture_of_another_listing_and_anothers_listing_do_not_exist() {
    let unknown = remove_in(MockWork::dropped().with_listing(available()), LANDLORD, image(7).id).await;
    assert!(matches!(unknown, Err(ServiceError::Listing(ListingError::NoSuchImage))));
    for actor in [OTHER_LANDLORD, STUDENT] {
        let refused = remove_in(MockWork::dropped().with_listing(available()), actor, image(1).id).await;
        assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
