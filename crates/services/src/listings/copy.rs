//! Copies a listing.

use portal_domain::audit::AuditAction;
use portal_domain::ids::{ImageId, ListingId};
use portal_domain::image::Image;
use portal_domain::listing::{Listing, ListingError};
use portal_domain::policy::Actor;

use super::create::insert_within_limit;
use super::{get::get_for_actor, get_managed};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{ListingReadModel, Ports};

/// A new draft of the landlord with everything of the listing; the images only if asked for. Both then
/// share the image files: a file is removed when the last row that refers to it is deleted.
///
/// A listing that is taken down cannot be copied, because the copy could be published.
pub async fn copy_listing(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    with_images: bool,
) -> Result<ListingReadModel, ServiceError> {
    let (copy_id, now) = (ListingId(ports.identifiers.next()), ports.clock.now());
    let mut work = ports.store.begin().await?;
    // Users are locked before listings.
    work.users().find_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    // Locked until the commit: its images, and so their files, are not removed in between.
    let original = get_managed(work.as_mut(), actor, id).await?;
    if original.takedown_reason.is_some() {
        return Err(ListingError::TakenDown.into());
    }
    let mut copy = Listing::draft(copy_id, actor.user_id, original.facts, original.texts, now);
    if with_images {
        let new_row = |image| Image { id: ImageId(ports.identifiers.next()), ..image };
        copy.images = original.images.into_iter().map(new_row).collect();
    }
    insert_within_limit(ports, work.as_mut(), &copy).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingCreated, copy_id).await?;
    work.commit().await?;
    get_for_actor(ports, actor, copy_id).await
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;
    use portal_domain::user::UserStatus;

    use super::*;
    use crate::testing::samples::{self, LANDLORD, LISTING, OTHER_LANDLORD, facts, image, listing, texts};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn locked(mut work: MockUnitOfWork, actor: Actor) -> MockUnitOfWork {
        let landlord = samples::user(actor, UserStatus::Active);
        work.users
            .expect_find_for_update()
            .once()
            .withf(move |id| *id == actor.user_id)
            .return_once(move |_| Ok(Some(landlord)));
        work
    }

    fn with_listings(mut work: MockUnitOfWork, count: u64) -> MockUnitOfWork {
        work.listings.expect_count_of().once().withf(|id| *id == LANDLORD.user_id).returning(move |_| Ok(count));
        locked(work, LANDLORD)
    }

    fn ports(work: MockUnitOfWork) -> MockPorts {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports
            .listings
            .expect_find_listing()
            .returning(|_, _| Ok(Some(samples::listing_read_model(listing(ListingStatus::Draft)))));
        ports
    }

    fn expecting_copy(mut work: MockUnitOfWork, images: Vec<Image>) -> MockUnitOfWork {
        let id = ListingId(MockPorts::identifier(1));
        let expected = Listing { images, ..Listing::draft(id, LANDLORD.user_id, facts(), texts(), MockPorts::now()) };
        work.listings.expect_insert().once().withf(move |new| *new == [expected.clone()]).returning(|_| Ok(()));
        work.expecting_audit_entries([(AuditAction::ListingCreated, Some(id.0))])
    }

    #[tokio::test]
    async fn copy_listing_with_images_shares_files_and_has_rows_of_its_own() {
        let shared = |n: u128| Image { id: ImageId(MockPorts::identifier(1 + n)), ..image(n) };
        for status in [ListingStatus::Available, ListingStatus::Rented, ListingStatus::Archived] {
            let work = expecting_copy(with_listings(MockUnitOfWork::committed(), 199), vec![shared(1), shared(2)]);
            let ports = ports(work.with_listing(listing(status)));
            copy_listing(&ports.build(), LANDLORD, LISTING, true).await.unwrap();
        }
    }

    #[tokio::test]
    async fn copy_listing_without_images_copies_facts_and_texts() {
        let work = expecting_copy(with_listings(MockUnitOfWork::committed(), 0), Vec::new());
        let ports = ports(work.with_listing(listing(ListingStatus::Rented)));
        copy_listing(&ports.build(), LANDLORD, LISTING, false).await.unwrap();
    }

    #[tokio::test]
    async fn copy_listing_beyond_the_limit_is_rejected() {
        let work = with_listings(MockUnitOfWork::dropped(), 200).with_listing(listing(ListingStatus::Draft));
        let result = copy_listing(&ports(work).build(), LANDLORD, LISTING, true).await;
        assert!(matches!(result, Err(ServiceError::TooManyListings)));
    }

    #[tokio::test]
    async fn copy_listing_taken_down_is_rejected() {
        let taken_down = Listing { takedown_reason: Some("Betrug".to_owned()), ..listing(ListingStatus::Archived) };
        let work = locked(MockUnitOfWork::dropped(), LANDLORD).with_listing(taken_down);
        let result = copy_listing(&ports(work).build(), LANDLORD, LISTING, true).await;
        assert!(matches!(result, Err(ServiceError::Listing(ListingError::TakenDown))));
    }

    #[tokio::test]
    async fn copy_listing_of_other_landlord_is_not_found() {
        let work = locked(MockUnitOfWork::dropped(), OTHER_LANDLORD).with_listing(listing(ListingStatus::Available));
        let result = copy_listing(&ports(work).build(), OTHER_LANDLORD, LISTING, true).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)));
    }
}
