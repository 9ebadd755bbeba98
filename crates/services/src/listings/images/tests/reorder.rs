use super::*;
use crate::testing::samples::{ADMINISTRATOR, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image, listing_read_model};

async fn reorder_in(work: MockUnitOfWork, actor: Actor, order: Vec<ImageId>) -> Result<ListingReadModel, ServiceError> {
    let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
    ports.listings.expect_find_listing().returning(|_, _| Ok(Some(listing_read_model(available()))));
    reorder_listing_images(&ports.build(), actor, LISTING, order).await
}

#[tokio::test]
async fn reorder_listing_images_owner_and_administrator_set_order() {
    for actor in [LANDLORD, ADMINISTRATOR] {
        let work = expecting_save(MockUnitOfWork::committed().with_listing(available()), vec![image(2), image(1)]);
        reorder_in(work, actor, vec![image(2).id, image(1).id]).await.unwrap();
    }
}

#[tokio::test]
async fn reorder_listing_images_in_present_order_saves_and_records_nothing() {
    let work = MockUnitOfWork::committed().with_listing(available());
    reorder_in(work, LANDLORD, vec![image(1).id, image(2).id]).await.unwrap();
}

#[tokio::test]
async fn reorder_listing_images_with_other_ids_is_stale() {
    for order in [vec![image(1).id], vec![image(2).id, image(1).id, image(3).id]] {
        let result = reorder_in(MockUnitOfWork::dropped().with_listing(available()), LANDLORD, order).await;
        assert!(matches!(result, Err(ServiceError::Listing(ListingError::Stale))));
    }
}

#[tokio::test]
async fn reorder_listing_images_by_other_actor_is_not_found() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let order = vec![image(2).id, image(1).id];
        let result = reorder_in(MockUnitOfWork::dropped().with_listing(available()), actor, order).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
