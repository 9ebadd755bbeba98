use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::MailPurpose;
use portal_domain::registration::{Registration, RegistrationState};
use portal_domain::user::{User, UserStatus};
use uuid::Uuid;

use super::*;
use crate::registrations::RegistrationView;
use crate::testing::samples::{ADMIN, STUDENT, registration_view};
use crate::testing::{MockPorts, MockWork};

const fn nth(n: u128) -> RegistrationId {
    RegistrationId(Uuid::from_u128(n))
}

/// The `n`th student's request, in this state.
fn request(n: u128, state: RegistrationState) -> RegistrationView {
    let view = registration_view(STUDENT, state, UserStatus::New);
    let user_id = UserId(Uuid::from_u128(0x100 + n));
    RegistrationView {
        registration: Registration { id: nth(n), user_id, ..view.registration },
        user: User { id: user_id, ..view.user },
        document: None,
    }
}

/// A transaction that locks this request and its user.
fn locking(mut work: MockWork, RegistrationView { registration, user, .. }: RegistrationView) -> MockWork {
    work.users.expect_find_for_update().once().return_once(move |_| Ok(Some(user)));
    work.registrations.expect_find_for_update().once().return_once(move |_| Ok(Some(registration)));
    work
}

fn approving(work: MockWork, n: u128) -> MockWork {
    let view = request(n, RegistrationState::Pending);
    let user = view.user.id;
    let work = work.auditing([(AuditAction::RegistrationApproved, Some(nth(n).into()))]);
    let mut work = locking(work, view).mailing([(user, MailPurpose::RegistrationApproved)]);
    work.registrations.expect_save().once().returning(|_| Ok(()));
    work.users.expect_save().once().returning(|_| Ok(()));
    work.events.expect_acknowledge_sign_up().once().withf(move |id| *id == user).returning(|_| Ok(()));
    work
}

async fn approve(known: u128, works: impl IntoIterator<Item = MockWork>, ids: &[u128]) -> Approvals {
    let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    ports.registrations.expect_find_registration().returning(move |id| {
        let n = id.0.as_u128();
        Ok((n <= known).then(|| request(n, RegistrationState::Pending)))
    });
    let ids = ids.iter().map(|&n| nth(n)).collect();
    approve_many(&ports.build(), ADMIN, Role::Student, ids).await
}

#[tokio::test]
async fn each_request_is_approved_in_its_own_transaction() {
    let works = [1, 2, 3].map(|n| approving(MockWork::committed(), n));
    let outcome = approve(3, works, &[1, 2, 3]).await;
    assert_eq!(outcome.approved, [nth(1), nth(2), nth(3)]);
    assert!(outcome.failed.is_empty() && outcome.untried.is_empty(), "{outcome:?}");
}

#[tokio::test]
async fn a_request_that_fails_is_named_and_the_others_are_approved() {
    let decided = request(2, RegistrationState::Rejected { at: MockPorts::now() });
    let works = [
        approving(MockWork::committed(), 1),
        locking(MockWork::dropped(), decided),
        approving(MockWork::committed(), 3),
    ];
    let outcome = approve(3, works, &[1, 2, 9, 3]).await;
    assert_eq!(outcome.approved, [nth(1), nth(3)]);
    let [(second, reviewed), (ninth, unknown)] = outcome.failed.try_into().unwrap();
    assert_eq!((second, ninth), (nth(2), nth(9)));
    assert!(matches!(reviewed, ServiceError::Registration(_)), "{reviewed:?}");
    assert!(matches!(unknown, ServiceError::RegistrationNotFound), "{unknown:?}");
    assert!(outcome.untried.is_empty());
}

#[tokio::test]
async fn after_the_store_is_lost_no_further_request_is_tried() {
    let works = [approving(MockWork::committed(), 1), approving(MockWork::lost(), 2)];
    let outcome = approve(4, works, &[1, 2, 3, 4]).await;
    assert_eq!(outcome.approved, [nth(1)]);
    assert!(matches!(&outcome.failed[..], [(id, ServiceError::Store(StoreError::Unavailable(_)))] if *id == nth(2)));
    assert_eq!(outcome.untried, [nth(3), nth(4)]);
}
