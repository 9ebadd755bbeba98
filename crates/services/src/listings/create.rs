//! Creates a listing.

use portal_domain::audit::AuditAction;
use portal_domain::ids::{DraftId, ListingId};
use portal_domain::listing::{Listing, ListingFacts, ListingTexts};
use portal_domain::policy::Actor;

use super::{get::get_for_actor, update_listing};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{ListingReadModel, Ports, UnitOfWork};

/// Creates a listing in status draft. Idempotent for a given `draft`: if a listing was created from
/// it before (its response was lost), that listing is updated instead.
pub async fn create_listing(
    ports: &Ports,
    actor: Actor,
    facts: ListingFacts,
    texts: ListingTexts,
    draft: Option<DraftId>,
) -> Result<ListingReadModel, ServiceError> {
    let (id, now) = (ListingId(ports.identifiers.next()), ports.clock.now());
    let listing = Listing::draft(id, actor.user_id, facts.normalize(ports.today())?, texts, now);
    match insert_once(ports, actor, &listing, draft).await? {
        Some(existing) => update_listing(ports, actor, existing, listing.facts, listing.texts, None).await,
        None => get_for_actor(ports, actor, listing.id).await,
    }
}

/// Inserts the listing, unless one was created from the draft before; returns that one.
async fn insert_once(
    ports: &Ports,
    actor: Actor,
    listing: &Listing,
    draft: Option<DraftId>,
) -> Result<Option<ListingId>, ServiceError> {
    let landlord = listing.landlord_id;
    let mut work = ports.store.begin().await?;
    // Locked first: of two requests with one draft or for the last free place, one sees the other.
    work.users().find_for_update(landlord).await?.ok_or(ServiceError::UserNotFound)?;
    if let Some(draft) = draft
        && let Some(existing) = work.listings().find_by_draft(landlord, draft).await?
    {
        return Ok(Some(existing));
    }
    insert_within_limit(ports, work.as_mut(), listing).await?;
    if let Some(draft) = draft {
        work.listings().insert_draft(landlord, draft, listing.id).await?;
    }
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingCreated, listing.id).await?;
    work.commit().await?;
    Ok(None)
}

/// Inserts the listing if its landlord may have one more. The landlord is locked.
pub(super) async fn insert_within_limit(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    listing: &Listing,
) -> Result<(), ServiceError> {
    if work.listings().count_of(listing.landlord_id).await? >= u64::from(ports.config.listings_per_landlord) {
        return Err(ServiceError::TooManyListings);
    }
    Ok(work.listings().insert(std::slice::from_ref(listing)).await?)
}

#[cfg(test)]
mod tests {
    use portal_domain::area::Area;
    use portal_domain::listing::{FactsError, ListingStatus, UnitType};
    use portal_domain::user::UserStatus;
    use uuid::Uuid;

    use super::*;
    use crate::testing::samples::{self, LANDLORD, LISTING, facts, texts};
    use crate::testing::{MockPorts, MockUnitOfWork};

    const DRAFT: DraftId = DraftId(Uuid::from_u128(77));

    fn new_listing_id() -> ListingId {
        ListingId(MockPorts::identifier(1))
    }

    fn ports<const N: usize>(works: [MockUnitOfWork; N], shown: ListingId) -> MockPorts {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        ports
            .listings
            .expect_find_listing()
            .withf(move |asked, student| *asked == shown && student.is_none())
            .returning(|_, _| Ok(Some(samples::listing_read_model(samples::listing(ListingStatus::Draft)))));
        ports
    }

    fn expecting_landlord_lock(mut work: MockUnitOfWork) -> MockUnitOfWork {
        let landlord = samples::user(LANDLORD, UserStatus::Active);
        work.users
            .expect_find_for_update()
            .once()
            .withf(|id| *id == LANDLORD.user_id)
            .return_once(move |_| Ok(Some(landlord)));
        work
    }

    /// A landlord who has so many listings.
    fn with_listings(work: MockUnitOfWork, count: u64) -> MockUnitOfWork {
        let mut work = expecting_landlord_lock(work);
        work.listings.expect_count_of().once().withf(|id| *id == LANDLORD.user_id).returning(move |_| Ok(count));
        work
    }

    fn expecting_insert(work: MockUnitOfWork) -> MockUnitOfWork {
        let mut work = with_listings(work, 199);
        let expected = Listing::draft(
            new_listing_id(),
            LANDLORD.user_id,
            facts().normalize(MockPorts::now().date_naive()).unwrap(),
            texts(),
            MockPorts::now(),
        );
        work.listings
            .expect_insert()
            .once()
            .withf(move |inserted| *inserted == [expected.clone()])
            .returning(|_| Ok(()));
        work
    }

    fn expecting_draft_lookup(mut work: MockUnitOfWork, listing: Option<ListingId>) -> MockUnitOfWork {
        work.listings
            .expect_find_by_draft()
            .once()
            .withf(|landlord, draft| *landlord == LANDLORD.user_id && *draft == DRAFT)
            .returning(move |_, _| Ok(listing));
        work
    }

    /// The transaction that updates the existing listing.
    fn expecting_update() -> MockUnitOfWork {
        let mut work = MockUnitOfWork::committed().with_listing(samples::listing(ListingStatus::Draft));
        work.listings
            .expect_save()
            .once()
            .withf(|saved| {
                saved.id == LISTING
                    && saved.facts == facts().normalize(MockPorts::now().date_naive()).unwrap()
                    && saved.texts == texts()
            })
            .returning(|_| Ok(()));
        work
    }

    #[tokio::test]
    async fn create_listing_inserts_draft_of_actor() {
        let flat = ListingFacts { unit_type: UnitType::Apartment, ..facts() };
        let normalized = flat.clone().normalize(MockPorts::now().date_naive()).unwrap();
        let expected = Listing::draft(new_listing_id(), LANDLORD.user_id, normalized, texts(), MockPorts::now());
        let mut work = with_listings(MockUnitOfWork::committed(), 0);
        work.listings
            .expect_insert()
            .once()
            .withf(move |inserted| *inserted == [expected.clone()])
            .returning(|_| Ok(()));
        let view =
            create_listing(&ports([work], new_listing_id()).build(), LANDLORD, flat, texts(), None).await.unwrap();
        let expected = samples::listing_read_model(samples::listing(ListingStatus::Draft));
        assert_eq!(view, ListingReadModel { favourites: Some(0), ..expected });
    }

    #[tokio::test]
    async fn create_listing_records_draft() {
        let mut work = expecting_insert(expecting_draft_lookup(MockUnitOfWork::committed(), None));
        work.listings
            .expect_insert_draft()
            .once()
            .withf(|landlord, draft, listing| {
                *landlord == LANDLORD.user_id && *draft == DRAFT && *listing == new_listing_id()
            })
            .returning(|_, _, _| Ok(()));
        create_listing(&ports([work], new_listing_id()).build(), LANDLORD, facts(), texts(), Some(DRAFT))
            .await
            .unwrap();
    }

    #[tokio::test]
    async fn create_listing_same_draft_again_updates_listing() {
        let lookup = expecting_draft_lookup(expecting_landlord_lock(MockUnitOfWork::dropped()), Some(LISTING));
        let ports = ports([lookup, expecting_update()], LISTING);
        create_listing(&ports.build(), LANDLORD, facts(), texts(), Some(DRAFT)).await.unwrap();
    }

    #[tokio::test]
    async fn create_listing_beyond_the_limit_is_rejected() {
        let mut ports = MockPorts::default();
        ports.config.listings_per_landlord = 3;
        ports.store = MockUnitOfWork::store_of([with_listings(MockUnitOfWork::dropped(), 3)]);
        let result = create_listing(&ports.build(), LANDLORD, facts(), texts(), None).await;
        assert!(matches!(result, Err(ServiceError::TooManyListings)));
    }

    #[tokio::test]
    async fn create_listing_invalid_area_begins_no_transaction() {
        let invalid = ListingFacts { total_area: Area::from_tenths(1), ..facts() };
        let result = create_listing(&MockPorts::default().build(), LANDLORD, invalid, texts(), None).await;
        assert!(matches!(result, Err(ServiceError::ListingFacts(FactsError::TotalAreaTooSmall))));
    }
}
