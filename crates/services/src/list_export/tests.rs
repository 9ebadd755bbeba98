use portal_domain::ids::UserId;
use portal_domain::user::{User, UserStatus};
use uuid::Uuid;

use super::*;
use crate::testing::samples::{ADMIN, STUDENT, user};
use crate::testing::{MockPorts, MockWork};

fn ids(count: u128) -> Vec<UserId> {
    (0..count).map(|n| UserId(Uuid::from_u128(n))).collect()
}

fn users(ids: &[UserId]) -> Vec<User> {
    ids.iter().map(|&id| User { id, ..user(STUDENT, UserStatus::Active) }).collect()
}

fn recorded() -> MockPorts {
    let work = MockWork::committed().auditing([(AuditAction::UsersExported, None)]);
    MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() }
}

async fn begin(ports: MockPorts, ids: Vec<UserId>) -> Result<ListExport<User>, ServiceError> {
    ListExport::begin(&ports.build(), ADMIN, AuditAction::UsersExported, async move { Ok(ids) }).await
}

#[tokio::test]
async fn rows_are_read_in_steps_in_the_order_found() {
    let mut ports = recorded();
    ports.users.expect_list_users_by_ids().times(3).returning(|ids| Ok(users(ids)));
    let mut export = begin(ports, ids(2_001)).await.unwrap();
    let mut read = Vec::new();
    for expected in [1_000, 1_000, 1, 0] {
        let rows = export.step().await.unwrap();
        assert_eq!(rows.len(), expected);
        read.extend(rows.into_iter().map(|user| user.id));
    }
    assert_eq!(read, ids(2_001));
}

#[tokio::test]
async fn a_step_whose_rows_are_gone_does_not_end_the_list() {
    let mut ports = recorded();
    ports.users.expect_list_users_by_ids().times(2).returning(|ids| {
        let left: Vec<_> = ids.iter().copied().filter(|id| id.0.as_u128() >= 1_500).collect();
        Ok(users(&left))
    });
    let mut export = begin(ports, ids(1_501)).await.unwrap();
    assert_eq!(export.step().await.unwrap(), users(&ids(1_501)[1_500..]));
    assert!(export.step().await.unwrap().is_empty());
}

#[tokio::test]
async fn a_list_that_cannot_be_recorded_is_not_read() {
    let ports = MockPorts { store: MockWork::begun_by([MockWork::lost()]), ..MockPorts::default() }.build();
    let refused = ListExport::<User>::begin(&ports, ADMIN, AuditAction::UsersExported, async {
        panic!("nothing is read before it is recorded")
    });
    assert!(matches!(refused.await.err(), Some(ServiceError::Store(StoreError::Unavailable(_)))));
}
