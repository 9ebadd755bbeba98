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
    let normalized = facts.clone().normalize(ports.today());
    let mut work = ports.store.begin().await?;
    let mut listing = match (get_managed(work.as_mut(), actor, id).await, &normalized) {
        // A user who may not see the listing is told of the facts. Failures of the store are not hidden.
        (Err(ServiceError::ListingNotFound), Err(invalid)) => return Err((*invalid).into()),
        (found, _) => found?,
    };
    let facts = match normalized {
        // A span without a first day shrinks daily: one that was valid must not stop other changes.
        Err(_) if facts.availability == listing.facts.availability => {
            facts.normalize(ports.day_of(listing.date_created))?
        }
        normalized => normalized?,
    };
    listing.update(facts, texts, seen, ports.clock.now())?;
    work.listings().save(&listing).await?;
    screen_listing(ports, work.as_mut(), &listing, Screened::Change).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingChanged, id).await?;
    work.commit().await?;
    get_for_actor(ports, actor, id).await
}

#[cfg(test)]
mod tests {
    use portal_domain::availability::{Availability, AvailabilityError};
    use portal_domain::listing::{FactsError, ListingError, ListingStatus};

    use super::*;
    use crate::ports::StoreError;
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
        update_to(work, actor, new_facts(), seen).await
    }

    async fn update_to(
        work: MockUnitOfWork,
        actor: Actor,
        facts: ListingFacts,
        seen: Option<DateTime<Utc>>,
    ) -> Result<ListingReadModel, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports
            .listings
            .expect_find_listing()
            .returning(|_, _| Ok(Some(samples::listing_read_model(listing(ListingStatus::Available)))));
        update_listing(&ports.build(), actor, LISTING, facts, new_texts(), seen).await
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

    /// Available for less than the minimum stay, counted from today.
    fn shrunk_facts() -> ListingFacts {
        let until = MockPorts::now().date_naive() + chrono::Days::new(40);
        let availability = Availability { from: None, until: Some(until), minimum_months: Some(2) };
        ListingFacts { availability, ..new_facts() }
    }

    fn shrunk_listing() -> portal_domain::listing::Listing {
        let date_created = MockPorts::now() - chrono::Days::new(60);
        portal_domain::listing::Listing { facts: shrunk_facts(), date_created, ..listing(ListingStatus::Available) }
    }

    #[tokio::test]
    async fn update_listing_minimum_beyond_a_span_that_only_shrank_is_accepted() {
        let mut work = MockUnitOfWork::committed().with_listing(shrunk_listing());
        work.listings.expect_save().once().withf(|saved| saved.facts.title == new_facts().title).returning(|_| Ok(()));
        update_to(work, LANDLORD, shrunk_facts(), None).await.unwrap();
    }

    #[tokio::test]
    async fn update_listing_to_a_minimum_beyond_the_span_is_rejected() {
        let availability = Availability { minimum_months: Some(3), ..shrunk_facts().availability };
        let work = MockUnitOfWork::dropped().with_listing(shrunk_listing());
        let result = update_to(work, LANDLORD, ListingFacts { availability, ..shrunk_facts() }, None).await;
        let expected = FactsError::Availability(AvailabilityError::MinimumBeyondSpan);
        assert!(matches!(&result, Err(ServiceError::ListingFacts(error)) if *error == expected), "{result:?}");
    }

    #[tokio::test]
    async fn update_listing_of_other_landlord_with_invalid_facts_names_the_facts() {
        let work = MockUnitOfWork::dropped().with_listing(shrunk_listing());
        let result = update_to(work, OTHER_LANDLORD, shrunk_facts(), None).await;
        assert!(matches!(result, Err(ServiceError::ListingFacts(_))), "{result:?}");
    }

    #[tokio::test]
    async fn update_listing_with_invalid_facts_in_unavailable_store_fails_as_unavailable() {
        let mut work = MockUnitOfWork::dropped();
        let down = |_| Err(StoreError::Unavailable("no connection".into()));
        work.listings.expect_find_for_update().once().returning(down);
        let result = update_to(work, LANDLORD, shrunk_facts(), None).await;
        assert!(matches!(result, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{result:?}");
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
