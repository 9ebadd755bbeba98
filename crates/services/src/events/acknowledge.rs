//! Acknowledges one event.

use portal_domain::audit::AuditAction;
use portal_domain::ids::EventId;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{EventDetails, Ports};

/// Acknowledges the event. Repeating it changes nothing and is no error.
pub async fn acknowledge_event(ports: &Ports, actor: Actor, id: EventId) -> Result<EventDetails, ServiceError> {
    let mut work = ports.store.begin().await?;
    if work.events().acknowledge(id).await? {
        audit::record(ports, work.as_mut(), actor, AuditAction::EventAcknowledged, id).await?;
        work.commit().await?;
    } else {
        // The query below needs its connection.
        drop(work);
    }
    ports.events.find_event(id).await?.ok_or(ServiceError::EventNotFound)
}

#[cfg(test)]
mod tests {
    use portal_domain::event::EventType;
    use uuid::Uuid;

    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    const EVENT: EventId = EventId(Uuid::from_u128(7));

    fn acknowledged_event() -> EventDetails {
        EventDetails {
            id: EVENT,
            event_type: EventType::ListingRented.into(),
            acknowledged: true,
            date_created: samples::earlier(),
            entity: None,
            deleted_listing: None,
            report: None,
            reasons: None,
        }
    }

    fn ports(mut work: MockUnitOfWork, changed: bool, found: Option<EventDetails>) -> Ports {
        work.events.expect_acknowledge().once().withf(|id| *id == EVENT).returning(move |_| Ok(changed));
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports.events.expect_find_event().once().return_once(move |_| Ok(found));
        ports.build()
    }

    #[tokio::test]
    async fn acknowledge_event_records_audit_entry() {
        let work =
            MockUnitOfWork::committed().expecting_audit_entries([(AuditAction::EventAcknowledged, Some(EVENT.into()))]);
        assert_eq!(
            acknowledge_event(&ports(work, true, Some(acknowledged_event())), samples::ADMINISTRATOR, EVENT)
                .await
                .unwrap(),
            acknowledged_event()
        );
    }

    #[tokio::test]
    async fn acknowledge_event_twice_changes_nothing() {
        let ports = ports(MockUnitOfWork::dropped(), false, Some(acknowledged_event()));
        assert_eq!(acknowledge_event(&ports, samples::ADMINISTRATOR, EVENT).await.unwrap(), acknowledged_event());
    }

    #[tokio::test]
    async fn acknowledge_event_unknown_is_not_found() {
        let result =
            acknowledge_event(&ports(MockUnitOfWork::dropped(), false, None), samples::ADMINISTRATOR, EVENT).await;
        assert!(matches!(result, Err(ServiceError::EventNotFound)));
    }
}
