use portal_domain::event::EventType;
use uuid::Uuid;

use super::*;
use crate::testing::{MockPorts, MockWork, samples};

const EVENT: EventId = EventId(Uuid::from_u128(7));

fn seen() -> EventView {
    EventView {
        id: EVENT,
        event_type: EventType::ListingRented,
        acknowledged: true,
        date_created: samples::earlier(),
        entity: None,
        report: None,
    }
}

fn ports(mut work: MockWork, marked: bool, found: Option<EventView>) -> Ports {
    work.events.expect_acknowledge().once().withf(|id| *id == EVENT).returning(move |_| Ok(marked));
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports.events.expect_find_event().once().return_once(move |_| Ok(found));
    ports.build()
}

#[tokio::test]
async fn an_event_is_acknowledged_and_it_is_written_down_by_whom() {
    let work = MockWork::committed().auditing([(AuditAction::EventAcknowledged, Some(EVENT.into()))]);
    assert_eq!(acknowledge(&ports(work, true, Some(seen())), samples::ADMIN, EVENT).await.unwrap(), seen());
}

#[tokio::test]
async fn again_changes_nothing_and_is_no_error() {
    let ports = ports(MockWork::dropped(), false, Some(seen()));
    assert_eq!(acknowledge(&ports, samples::ADMIN, EVENT).await.unwrap(), seen());
}

#[tokio::test]
async fn what_does_not_exist_is_not_found() {
    let refused = acknowledge(&ports(MockWork::dropped(), false, None), samples::ADMIN, EVENT).await;
    assert!(matches!(refused, Err(ServiceError::EventNotFound)));
}
