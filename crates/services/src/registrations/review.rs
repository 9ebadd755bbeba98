//! Reviews a registration.

use portal_domain::audit::AuditAction;
use portal_domain::ids::RegistrationId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::{Role, UserStatus};

use crate::error::ServiceError;
use crate::ports::{Ports, RegistrationDetails};
use crate::{audit, outbox};

/// Approves the registration, which lets the user set a password, or rejects it. Works once. A
/// registration for another role than `role` is not found.
pub async fn review_registration(
    ports: &Ports,
    actor: Actor,
    role: Role,
    id: RegistrationId,
    approved: bool,
) -> Result<RegistrationDetails, ServiceError> {
    decide(ports, actor, role, id, approved).await?;
    ports.registrations.find_registration(id).await?.ok_or(ServiceError::RegistrationNotFound)
}

/// The decision in one transaction. It also acknowledges the event of the registration.
pub(super) async fn decide(
    ports: &Ports,
    actor: Actor,
    role: Role,
    id: RegistrationId,
    approved: bool,
) -> Result<(), ServiceError> {
    let found = ports.registrations.find_registration(id).await?.filter(|view| view.user.role == role);
    let user_id = found.ok_or(ServiceError::RegistrationNotFound)?.user.id;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut user = work.users().find_for_update(user_id).await?.ok_or(ServiceError::RegistrationNotFound)?;
    let mut registration = work.registrations().find_for_update(id).await?.ok_or(ServiceError::RegistrationNotFound)?;
    registration.review(approved, now)?;
    work.registrations().save(&registration).await?;
    let (purpose, action) = if approved {
        user.status = UserStatus::RegistrationPending;
        user.last_modified = now;
        work.users().save(&user).await?;
        (MailPurpose::RegistrationApproved, AuditAction::RegistrationApproved)
    } else {
        (MailPurpose::RegistrationRejected, AuditAction::RegistrationRejected)
    };
    work.events().acknowledge_registration(user_id).await?;
    work.outbox().push(&[outbox::mail(ports, Recipient::User(user_id), purpose)]).await?;
    audit::record(ports, work.as_mut(), actor, action, id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;
    use portal_domain::registration::RegistrationState;
    use portal_domain::user::User;

    use super::*;
    use crate::ports::StoreError;
    use crate::testing::samples::{
        ADMINISTRATOR, LANDLORD, REGISTRATION, STUDENT, registration, registration_details, user,
    };
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn approved() -> RegistrationState {
        RegistrationState::Approved { at: MockPorts::now() }
    }

    fn rejected() -> RegistrationState {
        RegistrationState::Rejected { at: MockPorts::now() }
    }

    /// Ports with this user's registration as it is before the review.
    fn ports_with_pending(actor: Actor, works: impl IntoIterator<Item = MockUnitOfWork>) -> (MockPorts, Sequence) {
        let (mut ports, mut order) = (MockPorts::default(), Sequence::new());
        ports.store = MockUnitOfWork::store_of(works);
        let view = registration_details(actor, RegistrationState::Pending, UserStatus::New);
        let lookup = ports.registrations.expect_find_registration().once().in_sequence(&mut order);
        lookup.withf(|id| *id == REGISTRATION).return_once(move |_| Ok(Some(view)));
        (ports, order)
    }

    /// Expects the user and then the registration to be locked.
    fn expecting_locks(
        mut work: MockUnitOfWork,
        locked_user: Option<User>,
        state: Option<RegistrationState>,
    ) -> MockUnitOfWork {
        let mut order = Sequence::new();
        let locked_registration = state
            .zip(locked_user.as_ref())
            .map(|(state, locked_user)| registration(Actor::new(locked_user.id, locked_user.role), state));
        let found = locked_user.is_some();
        work.users.expect_find_for_update().once().in_sequence(&mut order).return_once(move |_| Ok(locked_user));
        if found {
            let lock = work.registrations.expect_find_for_update().once().in_sequence(&mut order);
            lock.withf(|id| *id == REGISTRATION).return_once(move |_| Ok(locked_registration));
        }
        work
    }

    fn expecting_decision(
        work: MockUnitOfWork,
        actor: Actor,
        state: RegistrationState,
        notice: MailPurpose,
    ) -> MockUnitOfWork {
        let work = expecting_locks(work, Some(user(actor, UserStatus::New)), Some(RegistrationState::Pending));
        let mut work = work.expecting_mails([(actor.user_id, notice)]);
        let acknowledged = work.events.expect_acknowledge_registration().once();
        acknowledged.withf(move |user| *user == actor.user_id).returning(|_| Ok(()));
        work.registrations
            .expect_save()
            .once()
            .withf(move |saved| saved.state == state && saved.last_modified == MockPorts::now())
            .returning(|_| Ok(()));
        work
    }

    #[tokio::test]
    async fn review_registration_approval_updates_user_and_sends_link() {
        for actor in [STUDENT, LANDLORD] {
            let mut work =
                expecting_decision(MockUnitOfWork::committed(), actor, approved(), MailPurpose::RegistrationApproved);
            work.users
                .expect_save()
                .once()
                .withf(move |saved| {
                    (saved.id, saved.status) == (actor.user_id, UserStatus::RegistrationPending)
                        && saved.last_modified == MockPorts::now()
                })
                .returning(|_| Ok(()));
            let (mut ports, mut order) = ports_with_pending(actor, [work]);
            let decided = registration_details(actor, approved(), UserStatus::RegistrationPending);
            let returned = decided.clone();
            let lookup = ports.registrations.expect_find_registration().once().in_sequence(&mut order);
            lookup.return_once(move |_| Ok(Some(returned)));
            assert_eq!(
                review_registration(&ports.build(), ADMINISTRATOR, actor.role, REGISTRATION, true).await.unwrap(),
                decided
            );
        }
    }

    /// The status stays `NEW`, so that a rejected user can never log in.
    #[tokio::test]
    async fn review_registration_rejection_notifies_and_keeps_user_status() {
        for actor in [STUDENT, LANDLORD] {
            let (mut ports, mut order) = ports_with_pending(
                actor,
                [expecting_decision(MockUnitOfWork::committed(), actor, rejected(), MailPurpose::RegistrationRejected)],
            );
            let decided = registration_details(actor, rejected(), UserStatus::New);
            let lookup = ports.registrations.expect_find_registration().once().in_sequence(&mut order);
            lookup.return_once(move |_| Ok(Some(decided)));
            let view =
                review_registration(&ports.build(), ADMINISTRATOR, actor.role, REGISTRATION, false).await.unwrap();
            assert_eq!(view.registration.state, rejected());
        }
    }

    /// The registration that was read was pending; the one that is locked is not.
    #[tokio::test]
    async fn review_registration_concurrent_second_review_is_rejected() {
        for (state, status) in [(approved(), UserStatus::RegistrationPending), (rejected(), UserStatus::New)] {
            for approved in [true, false] {
                let work = expecting_locks(MockUnitOfWork::dropped(), Some(user(STUDENT, status)), Some(state));
                let (ports, _) = ports_with_pending(STUDENT, [work]);
                let second =
                    review_registration(&ports.build(), ADMINISTRATOR, Role::Student, REGISTRATION, approved).await;
                assert!(matches!(second, Err(ServiceError::Registration(_))), "{state:?} {approved}: {second:?}");
            }
        }
    }

    #[tokio::test]
    async fn review_registration_for_other_role_is_not_found() {
        for (actor, role) in [(STUDENT, Role::Landlord), (LANDLORD, Role::Student), (STUDENT, Role::Administrator)] {
            let (ports, _) = ports_with_pending(actor, []);
            let result = review_registration(&ports.build(), ADMINISTRATOR, role, REGISTRATION, true).await;
            assert!(matches!(result, Err(ServiceError::RegistrationNotFound)), "{role}");
        }
    }

    #[tokio::test]
    async fn review_registration_deleted_is_not_found() {
        let mut unknown = MockPorts::default();
        unknown.registrations.expect_find_registration().once().returning(|_| Ok(None));
        let result = review_registration(&unknown.build(), ADMINISTRATOR, Role::Student, REGISTRATION, true).await;
        assert!(matches!(result, Err(ServiceError::RegistrationNotFound)));

        for deleted_before_lock in [
            expecting_locks(MockUnitOfWork::dropped(), None, None),
            expecting_locks(MockUnitOfWork::dropped(), Some(user(STUDENT, UserStatus::New)), None),
        ] {
            let (ports, _) = ports_with_pending(STUDENT, [deleted_before_lock]);
            let result = review_registration(&ports.build(), ADMINISTRATOR, Role::Student, REGISTRATION, true).await;
            assert!(matches!(result, Err(ServiceError::RegistrationNotFound)), "{result:?}");
        }
    }

    #[tokio::test]
    async fn review_registration_lost_commit_fails() {
        let work = expecting_decision(
            MockUnitOfWork::with_lost_commit(),
            STUDENT,
            rejected(),
            MailPurpose::RegistrationRejected,
        );
        let (ports, _) = ports_with_pending(STUDENT, [work]);
        let lost = review_registration(&ports.build(), ADMINISTRATOR, Role::Student, REGISTRATION, false).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
    }
}
