use super::*;
use crate::testing::samples::{LANDLORD, LISTING, OTHER_LANDLORD, image};

const TEXT: &str = "Das Bett steht am Fenster.";

async fn describe_in(work: MockUnitOfWork, actor: Actor, text: &str) -> Result<Image, ServiceError> {
    let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
    describe_listing_image(&ports.build(), actor, LISTING, image(2).id, text.to_owned()).await
}

#[tokio::test]
async fn describe_listing_image_saves_description() {
    let described = Image { description: TEXT.to_owned(), ..image(2) };
    let work = MockUnitOfWork::committed()
        .with_listing(available())
        .expecting_audit_entries([(AuditAction::ListingImagesChanged, Some(LISTING.into()))]);
    let work = expecting_save(work, vec![image(1), described.clone()]);
    assert_eq!(describe_in(work, LANDLORD, TEXT).await.unwrap(), described);
}

#[tokio::test]
async fn describe_listing_image_unchanged_saves_nothing() {
    let work = MockUnitOfWork::dropped().with_listing(available());
    assert_eq!(describe_in(work, LANDLORD, "").await.unwrap(), image(2));
}

#[tokio::test]
async fn describe_listing_image_unknown_image_or_other_actor_is_not_found() {
    let without = Listing { images: vec![image(1)], ..available() };
    let result = describe_in(MockUnitOfWork::dropped().with_listing(without), LANDLORD, TEXT).await;
    assert!(matches!(result, Err(ServiceError::Listing(ListingError::ImageNotFound))), "{result:?}");
    let result = describe_in(MockUnitOfWork::dropped().with_listing(available()), OTHER_LANDLORD, TEXT).await;
    assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{result:?}");
}
