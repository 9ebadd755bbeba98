use super::*;
use crate::testing::samples::{ADMINISTRATOR, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image};

async fn delete_in(work: MockUnitOfWork, actor: Actor, id: ImageId) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
    delete_listing_image(&ports.build(), actor, LISTING, id).await
}

#[tokio::test]
async fn delete_listing_image_deletes_row_and_schedules_removal_of_file() {
    for actor in [LANDLORD, ADMINISTRATOR] {
        let mut work = expecting_save(MockUnitOfWork::committed().with_listing(available()), vec![image(2)]);
        work.file_removals
            .expect_push()
            .once()
            .withf(|removal, due| removal.location == image(1).location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
        delete_in(work, actor, image(1).id).await.unwrap();
    }
}

#[tokio::test]
async fn delete_listing_image_last_of_available_listing_is_rejected() {
    let last = Listing { images: vec![image(1)], ..available() };
    let result = delete_in(MockUnitOfWork::dropped().with_listing(last), LANDLORD, image(1).id).await;
    assert!(matches!(result, Err(ServiceError::Listing(ListingError::ImageRequired))));
}

#[tokio::test]
async fn delete_listing_image_unknown_image_or_other_landlords_listing_is_not_found() {
    let unknown = delete_in(MockUnitOfWork::dropped().with_listing(available()), LANDLORD, image(7).id).await;
    assert!(matches!(unknown, Err(ServiceError::Listing(ListingError::ImageNotFound))));
    for actor in [OTHER_LANDLORD, STUDENT] {
        let result = delete_in(MockUnitOfWork::dropped().with_listing(available()), actor, image(1).id).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
