use portal_domain::audit::AuditEntry;
use portal_domain::ids::AuditEntryId;
use uuid::Uuid;

use super::*;
use crate::ports::{MockAuditQueries, StoreError};
use crate::testing::{MockPorts, MockWork, samples};

fn view(n: u128) -> AuditView {
    let id = AuditEntryId(Uuid::from_u128(n));
    let entry = AuditEntry::by(samples::ADMIN, id, AuditAction::ListingDeleted, None, MockPorts::now());
    AuditView { entry, actor: None, entity: None }
}

#[tokio::test]
async fn every_entry_is_read_once_and_taking_them_is_an_entry_itself() {
    let mut ports = MockPorts {
        store: MockWork::begun_by([MockWork::committed().auditing([(AuditAction::AuditExported, None)])]),
        ..MockPorts::default()
    };
    let mut trail = MockAuditQueries::new();
    let mut order = mockall::Sequence::new();
    trail
        .expect_walk_audit()
        .once()
        .in_sequence(&mut order)
        .withf(|_, after, _| after.is_none())
        .returning(|_, _, limit| Ok((0..u128::try_from(limit).unwrap()).map(view).collect()));
    trail
        .expect_walk_audit()
        .once()
        .in_sequence(&mut order)
        .withf(|_, after, _| after.is_some_and(|place| place.id == view(999).entry.id))
        .returning(|_, _, _| Ok(vec![view(1_000)]));
    ports.audit = trail;
    let ports = ports.build();
    let mut walk = export(&ports, samples::ADMIN, AuditFilter::default()).await.unwrap();
    assert_eq!(walk.step().await.unwrap().len(), 1_000);
    assert_eq!(walk.step().await.unwrap(), [view(1_000)]);
    assert_eq!(walk.step().await.unwrap(), []);
}

#[tokio::test]
async fn what_cannot_be_written_down_is_not_handed_out() {
    let ports = MockPorts { store: MockWork::begun_by([MockWork::lost()]), ..MockPorts::default() }.build();
    let refused = export(&ports, samples::ADMIN, AuditFilter::default()).await.err();
    assert!(matches!(refused, Some(ServiceError::Store(StoreError::Unavailable(_)))));
}
