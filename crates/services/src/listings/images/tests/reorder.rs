use super::*;
use crate::testing::samples::{ADMIN, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, image, listing_view};

async fn reorder_in(work: MockWork, actor: Actor, order: Vec<ImageId>) -> Result<ListingView, ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports.listings.expect_find_listing().returning(|_, _| Ok(Some(listing_view(available()))));
    reorder_images(&ports.build(), actor, LISTING, order).await
}

#[tokio::test]
async fn owner_and_administrators_choose_the_order() {
    for actor in [LANDLORD, ADMIN] {
        let work = saving(MockWork::committed().with_listing(available()), vec![image(2), image(1)]);
        reorder_in(work, actor, vec![image(2).id, image(1).id]).await.unwrap();
    }
}

#[tokio::test]
async fn who_has_not_seen_the_last_picture_changes_nothing() {
    for order in [vec![image(1).id], vec![image(2).id, image(1).id, image(3).id]] {
        let refused = reorder_in(MockWork::dropped().with_listing(available()), LANDLORD, order).await;
        assert!(matches!(refused, Err(ServiceError::Listing(ListingError::Stale))));
    }
}

#[tokio::test]
async fn to_others_the_listing_does_not_exist() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let order = vec![image(2).id, image(1).id];
        let refused = reorder_in(MockWork::dropped().with_listing(available()), actor, order).await;
        assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
