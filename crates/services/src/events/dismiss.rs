//! Dismisses the suspicion of a listing.

use chrono::{DateTime, Utc};
use portal_domain::audit::AuditAction;
use portal_domain::event::EventType;
use portal_domain::ids::EventId;
use portal_domain::policy::Actor;
use portal_domain::suspicion::ReviewedContent;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{EventDetails, EventEntitySummary, Ports};

/// Acknowledges the event of a suspicious listing and remembers that what the listing contains now
/// is fine. `seen` is the listing's `last_modified` that the administrator has read; fails as stale if
/// the listing was changed since. Repeating it changes nothing and is no error.
pub async fn dismiss_event(
    ports: &Ports,
    actor: Actor,
    id: EventId,
    seen: Option<DateTime<Utc>>,
) -> Result<EventDetails, ServiceError> {
    let event = ports.events.find_event(id).await?.ok_or(ServiceError::EventNotFound)?;
    if event.event_type.known() != Some(EventType::ListingSuspicious) {
        return Err(ServiceError::EventNotSuspicious);
    }
    let mut work = ports.store.begin().await?;
    let listing = match event.entity {
        // The lock comes first: a change of the listing must not be found to be fine unseen.
        Some(EventEntitySummary::Listing { id, .. }) => work.listings().find_for_update(id).await?,
        _ => None,
    };
    if work.events().acknowledge(id).await? {
        let now = ports.clock.now();
        if let Some(listing) = listing {
            listing.check_seen(seen)?;
            let landlord = listing.landlord_id;
            let publications = work.suspicions().count_publications(landlord, listing.id, now).await?;
            let contents = ReviewedContent::of(&listing, publications);
            work.suspicions().dismiss(landlord, &contents, now).await?;
        }
        audit::record(ports, work.as_mut(), actor, AuditAction::EventDismissed, id).await?;
        work.commit().await?;
    } else {
        // The query below needs its connection.
        drop(work);
    }
    ports.events.find_event(id).await?.ok_or(ServiceError::EventNotFound)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use portal_domain::listing::{Listing, ListingError, ListingStatus};
    use portal_domain::suspicion::{Publications, SuspicionReason};
    use uuid::Uuid;

    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    const EVENT: EventId = EventId(Uuid::from_u128(7));

    fn event(event_type: EventType, entity: Option<EventEntitySummary>) -> EventDetails {
        EventDetails {
            id: EVENT,
            event_type: event_type.into(),
            acknowledged: false,
            date_created: samples::earlier(),
            entity,
            deleted_listing: None,
            report: None,
            reasons: Some(vec![SuspicionReason::ContactInText.into()]),
        }
    }

    fn of_listing() -> EventDetails {
        let Listing { id, facts, last_modified, .. } = listing();
        let (title, landlord) = (facts.title, samples::landlord_summary());
        let entity = EventEntitySummary::Listing { id, title, landlord, is_taken_down: false, last_modified };
        event(EventType::ListingSuspicious, Some(entity))
    }

    fn listing() -> Listing {
        samples::listing(ListingStatus::Available)
    }

    async fn dismiss(
        works: impl IntoIterator<Item = MockUnitOfWork>,
        found: Option<EventDetails>,
    ) -> Result<EventDetails, ServiceError> {
        dismiss_seen(works, found, None).await
    }

    async fn dismiss_seen(
        works: impl IntoIterator<Item = MockUnitOfWork>,
        found: Option<EventDetails>,
        seen: Option<DateTime<Utc>>,
    ) -> Result<EventDetails, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        ports.events.expect_find_event().withf(|id| *id == EVENT).returning(move |_| Ok(found.clone()));
        dismiss_event(&ports.build(), samples::ADMINISTRATOR, EVENT, seen).await
    }

    fn acknowledging(mut work: MockUnitOfWork, changed: bool) -> MockUnitOfWork {
        work.events.expect_acknowledge().once().withf(|id| *id == EVENT).returning(move |_| Ok(changed));
        work
    }

    #[tokio::test]
    async fn dismiss_event_remembers_the_contents_of_the_listing() {
        for seen in [None, Some(listing().last_modified)] {
            dismiss_event_remembers_the_contents(seen).await;
        }
    }

    async fn dismiss_event_remembers_the_contents(seen: Option<DateTime<Utc>>) {
        let publications = Publications { published_at: Some(samples::earlier()), within_a_day: 6 };
        let mut work = acknowledging(MockUnitOfWork::committed().with_listing(listing()), true)
            .expecting_audit_entries([(AuditAction::EventDismissed, Some(EVENT.into()))]);
        work.suspicions.expect_count_publications().once().returning(move |_, _, _| Ok(publications));
        let expected = ReviewedContent::of(&listing(), publications);
        work.suspicions
            .expect_dismiss()
            .once()
            .withf(move |landlord, contents, now| {
                (*landlord, contents, *now) == (samples::LANDLORD.user_id, expected.as_slice(), MockPorts::now())
            })
            .returning(|_, _, _| Ok(()));
        assert_eq!(dismiss_seen([work], Some(of_listing()), seen).await.unwrap(), of_listing());
    }

    #[tokio::test]
    async fn dismiss_event_of_listing_changed_since_it_was_read_is_stale() {
        let work = acknowledging(MockUnitOfWork::dropped().with_listing(listing()), true);
        let seen = listing().last_modified - TimeDelta::seconds(1);
        let result = dismiss_seen([work], Some(of_listing()), Some(seen)).await;
        assert!(matches!(result, Err(ServiceError::Listing(ListingError::Stale))));
    }

    #[tokio::test]
    async fn dismiss_event_twice_remembers_nothing_new() {
        let work = acknowledging(MockUnitOfWork::dropped().with_listing(listing()), false);
        dismiss([work], Some(of_listing())).await.unwrap();
    }

    #[tokio::test]
    async fn dismiss_event_of_deleted_listing_is_acknowledged() {
        let work = acknowledging(MockUnitOfWork::committed(), true);
        dismiss([work], Some(event(EventType::ListingSuspicious, None))).await.unwrap();
    }

    #[tokio::test]
    async fn dismiss_event_of_other_type_or_unknown_is_rejected() {
        let other = dismiss([], Some(event(EventType::ListingRented, None))).await;
        assert!(matches!(other, Err(ServiceError::EventNotSuspicious)));
        assert!(matches!(dismiss([], None).await, Err(ServiceError::EventNotFound)));
    }
}
