//! Updates a listing's facts and texts.

use chrono::{DateTime, Utc};
use portal_domain::audit::AuditAction;
use portal_domain::ids::ListingId;
use portal_domain::listing::{ListingFacts, ListingTexts};
use portal_domain::policy::Actor;

use super::screen::{Screened, screen_listing};
use super::{get::get_for_actor, get_managed};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{ListingReadModel, Ports};

/// Replaces facts and texts. `seen` is the `last_modified` that the client has edited; fails as stale
/// if the listing was changed since.
pub async fn update_listing(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    facts: ListingFacts,
    texts: ListingTexts,
    seen: Option<DateTime<Utc>>,
) -> Result<ListingReadModel, ServiceError> {
    let facts = facts.normalize(ports.today())?;
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    listing.update(facts, texts, seen, ports.clock.now())?;
    work.listings().save(&listing).await?;
    screen_listing(ports, work.as_mut(), &listing, Screened::Change).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingChanged, id).await?;
    work.commit().await?;
    get_for_actor(ports, actor, id).await
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::{ListingError, ListingStatus};

    use super::*;
    use crate::testing::samples::{self, ADMINISTRATOR, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, earlier, listing};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn new_facts() -> ListingFacts {
        ListingFacts { title: "Jetzt mit Balkon".to_owned(), ..samples::facts() }
    }

    fn new_texts() -> ListingTexts {
        ListingTexts { description: "Mit Balkon.".to_owned(), ..samples::texts() }
    }

    async fn update_in(
        work: MockUnitOfWork,
        actor: Actor,
        seen: Option<DateTime<Utc>>,
    ) -> Result<ListingReadModel, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports
            .listings
            .expect_find_listing()
            .returning(|_, _| Ok(Some(samples::listing_read_model(listing(ListingStatus::Available)))));
        update_listing(&ports.build(), actor, LISTING, new_facts(), new_texts(), seen).await
    }

    #[tokio::test]
    async fn update_listing_replaces_facts_and_texts_only() {
        for actor in [LANDLORD, ADMINISTRATOR] {
            let mut work = MockUnitOfWork::committed().with_listing(listing(ListingStatus::Available));
            let expected = portal_domain::listing::Listing {
                facts: new_facts().normalize(MockPorts::now().date_naive()).unwrap(),
                texts: new_texts(),
                last_modified: MockPorts::now(),
                ..listing(ListingStatus::Available)
            };
            work.listings.expect_save().once().withf(move |saved| *saved == expected).returning(|_| Ok(()));
            update_in(work, actor, Some(earlier())).await.unwrap();
        }
    }

    #[tokio::test]
    async fn update_listing_stale_is_rejected() {
        let work = MockUnitOfWork::dropped().with_listing(listing(ListingStatus::Available));
        let result = update_in(work, LANDLORD, Some(MockPorts::now())).await;
        assert!(matches!(result, Err(ServiceError::Listing(ListingError::Stale))));
    }

    #[tokio::test]
    async fn update_listing_by_other_actor_is_not_found() {
        for actor in [OTHER_LANDLORD, STUDENT] {
            let work = MockUnitOfWork::dropped().with_listing(listing(ListingStatus::Available));
            let result = update_in(work, actor, None).await;
            assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{actor:?}");
        }
    }
}
