//! Approves several registrations at once.

use portal_domain::ids::RegistrationId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use super::review::decide;
use crate::error::ServiceError;
use crate::ports::{Ports, StoreError};

/// The outcome per registration; each is in one of the lists, in the order given.
#[derive(Debug, Default)]
pub struct Approvals {
    pub approved: Vec<RegistrationId>,
    /// Registrations that were not approved, and why.
    pub failed: Vec<(RegistrationId, ServiceError)>,
    /// Registrations that were skipped because the store became unavailable.
    pub untried: Vec<RegistrationId>,
}

/// Approves each registration in a transaction of its own, as a single review does, so that a
/// failure does not affect the others. Callers limit the number of ids.
pub async fn approve_registrations(ports: &Ports, actor: Actor, role: Role, ids: Vec<RegistrationId>) -> Approvals {
    let mut outcome = Approvals::default();
    let mut ids = ids.into_iter();
    for id in ids.by_ref() {
        match decide(ports, actor, role, id, true).await {
            Ok(()) => outcome.approved.push(id),
            Err(error) => {
                let is_store_lost = matches!(error, ServiceError::Store(StoreError::Unavailable(_)));
                outcome.failed.push((id, error));
                if is_store_lost {
                    // Further transactions would probably fail as well, after a timeout each.
                    break;
                }
            }
        }
    }
    outcome.untried = ids.collect();
    outcome
}

#[cfg(test)]
mod tests {
    use portal_domain::audit::AuditAction;
    use portal_domain::ids::UserId;
    use portal_domain::mail::MailPurpose;
    use portal_domain::registration::{Registration, RegistrationState};
    use portal_domain::user::{User, UserStatus};
    use uuid::Uuid;

    use super::*;
    use crate::ports::RegistrationDetails;
    use crate::testing::samples::{ADMINISTRATOR, STUDENT, registration_details};
    use crate::testing::{MockPorts, MockUnitOfWork};

    const fn nth(n: u128) -> RegistrationId {
        RegistrationId(Uuid::from_u128(n))
    }

    /// The `n`th student's registration in this state.
    fn nth_registration(n: u128, state: RegistrationState) -> RegistrationDetails {
        let view = registration_details(STUDENT, state, UserStatus::New);
        let user_id = UserId(Uuid::from_u128(0x100 + n));
        RegistrationDetails {
            registration: Registration { id: nth(n), user_id, ..view.registration },
            user: User { id: user_id, ..view.user },
            document: None,
        }
    }

    /// A transaction that locks this registration and its user.
    fn expecting_locks(
        mut work: MockUnitOfWork,
        RegistrationDetails { registration, user, .. }: RegistrationDetails,
    ) -> MockUnitOfWork {
        work.users.expect_find_for_update().once().return_once(move |_| Ok(Some(user)));
        work.registrations.expect_find_for_update().once().return_once(move |_| Ok(Some(registration)));
        work
    }

    fn expecting_approval(work: MockUnitOfWork, n: u128) -> MockUnitOfWork {
        let view = nth_registration(n, RegistrationState::Pending);
        let user = view.user.id;
        let work = work.expecting_audit_entries([(AuditAction::RegistrationApproved, Some(nth(n).into()))]);
        let mut work = expecting_locks(work, view).expecting_mails([(user, MailPurpose::RegistrationApproved)]);
        work.registrations.expect_save().once().returning(|_| Ok(()));
        work.users.expect_save().once().returning(|_| Ok(()));
        work.events.expect_acknowledge_registration().once().withf(move |id| *id == user).returning(|_| Ok(()));
        work
    }

    async fn approve(known: u128, works: impl IntoIterator<Item = MockUnitOfWork>, ids: &[u128]) -> Approvals {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        ports.registrations.expect_find_registration().returning(move |id| {
            let n = id.0.as_u128();
            Ok((n <= known).then(|| nth_registration(n, RegistrationState::Pending)))
        });
        let ids = ids.iter().map(|&n| nth(n)).collect();
        approve_registrations(&ports.build(), ADMINISTRATOR, Role::Student, ids).await
    }

    #[tokio::test]
    async fn approve_registrations_uses_one_transaction_each() {
        let works = [1, 2, 3].map(|n| expecting_approval(MockUnitOfWork::committed(), n));
        let outcome = approve(3, works, &[1, 2, 3]).await;
        assert_eq!(outcome.approved, [nth(1), nth(2), nth(3)]);
        assert!(outcome.failed.is_empty() && outcome.untried.is_empty(), "{outcome:?}");
    }

    #[tokio::test]
    async fn approve_registrations_with_failures_approves_others() {
        let decided = nth_registration(2, RegistrationState::Rejected { at: MockPorts::now() });
        let works = [
            expecting_approval(MockUnitOfWork::committed(), 1),
            expecting_locks(MockUnitOfWork::dropped(), decided),
            expecting_approval(MockUnitOfWork::committed(), 3),
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
    async fn approve_registrations_after_lost_store_skips_rest() {
        let works = [
            expecting_approval(MockUnitOfWork::committed(), 1),
            expecting_approval(MockUnitOfWork::with_lost_commit(), 2),
        ];
        let outcome = approve(4, works, &[1, 2, 3, 4]).await;
        assert_eq!(outcome.approved, [nth(1)]);
        assert!(
            matches!(&outcome.failed[..], [(id, ServiceError::Store(StoreError::Unavailable(_)))] if *id == nth(2))
        );
        assert_eq!(outcome.untried, [nth(3), nth(4)]);
    }
}
