//! Activates and deactivates users.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::User;

use super::ensure_neither_self_nor_last_administrator;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// Activates or deactivates a user, and notifies them by mail. Deactivation ends all sessions and
/// makes a landlord's listings unsearchable until reactivation. Applications do not change.
pub async fn change_user_status(ports: &Ports, actor: Actor, id: UserId, active: bool) -> Result<User, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut found = work.users().find_with_administrators_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    if !active {
        ensure_neither_self_nor_last_administrator(actor, &found)?;
    }
    if found.user.set_active(active, ports.clock.now())? {
        work.users().save(&found.user).await?;
        let (purpose, action) = if active {
            (MailPurpose::AccountReactivated, AuditAction::UserActivated)
        } else {
            work.sessions().delete_all_of(id, None).await?;
            (MailPurpose::AccountDeactivated, AuditAction::UserDeactivated)
        };
        work.outbox().push(&[outbox::mail(ports, Recipient::User(id), purpose)]).await?;
        audit::record(ports, work.as_mut(), actor, action, id).await?;
        work.commit().await?;
    }
    Ok(found.user)
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;
    use portal_domain::user::{Role, UserStatus};

    use super::*;
    use crate::ports::{StoreError, UserWithAdministratorCount};
    use crate::testing::samples::{ADMINISTRATOR, LANDLORD, STUDENT, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    /// An administrator other than the actor.
    const COLLEAGUE: Actor = Actor::new(UserId(uuid::Uuid::from_u128(6)), Role::Administrator);

    fn expecting_lock(mut work: MockUnitOfWork, user: User, others: usize) -> MockUnitOfWork {
        let id = user.id;
        let found = UserWithAdministratorCount { user, others };
        let lock = work.users.expect_find_with_administrators_for_update().once();
        lock.withf(move |asked| *asked == id).return_once(move |_| Ok(Some(found)));
        work
    }

    async fn change_in(work: MockUnitOfWork, target: Actor, active: bool) -> Result<User, ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        change_user_status(&ports.build(), ADMINISTRATOR, target.user_id, active).await
    }

    #[tokio::test]
    async fn change_user_status_deactivation_ends_sessions_and_notifies_user() {
        for target in [STUDENT, LANDLORD, COLLEAGUE] {
            let mut order = Sequence::new();
            let work = MockUnitOfWork::committed().expecting_mails([(target.user_id, MailPurpose::AccountDeactivated)]);
            let mut work = expecting_lock(work, user(target, UserStatus::Active), 1);
            let expected = User {
                status: UserStatus::Inactive,
                last_modified: MockPorts::now(),
                ..user(target, UserStatus::Active)
            };
            let saved_user = expected.clone();
            let saved = work.users.expect_save().once().in_sequence(&mut order);
            saved.withf(move |user| *user == saved_user).returning(|_| Ok(()));
            let ended = work.sessions.expect_delete_all_of().once().in_sequence(&mut order);
            ended.withf(move |id, except| *id == target.user_id && except.is_none()).returning(|_, _| Ok(()));
            assert_eq!(change_in(work, target, false).await.unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn change_user_status_reactivation_notifies_user() {
        let work = MockUnitOfWork::committed().expecting_mails([(LANDLORD.user_id, MailPurpose::AccountReactivated)]);
        let mut work = expecting_lock(work, user(LANDLORD, UserStatus::Inactive), 1);
        work.users.expect_save().once().withf(|user| user.status == UserStatus::Active).returning(|_| Ok(()));
        let changed = change_in(work, LANDLORD, true).await.unwrap();
        assert_eq!((changed.status, changed.last_modified), (UserStatus::Active, MockPorts::now()));
    }

    #[tokio::test]
    async fn change_user_status_same_status_changes_nothing() {
        for (status, active) in [(UserStatus::Active, true), (UserStatus::Inactive, false)] {
            let before = user(STUDENT, status);
            let work = expecting_lock(MockUnitOfWork::dropped(), before.clone(), 1);
            assert_eq!(change_in(work, STUDENT, active).await.unwrap(), before);
        }
    }

    #[tokio::test]
    async fn change_user_status_before_activation_is_rejected() {
        for status in [UserStatus::New, UserStatus::RegistrationPending] {
            for active in [true, false] {
                let work = expecting_lock(MockUnitOfWork::dropped(), user(STUDENT, status), 1);
                let result = change_in(work, STUDENT, active).await;
                assert!(matches!(result, Err(ServiceError::RegistrationUnfinished(_))), "{status} {active}");
            }
        }
    }

    #[tokio::test]
    async fn change_user_status_own_account_is_rejected() {
        let work = expecting_lock(MockUnitOfWork::dropped(), user(ADMINISTRATOR, UserStatus::Active), 5);
        assert!(matches!(change_in(work, ADMINISTRATOR, false).await, Err(ServiceError::OwnAccount)));
    }

    /// The actor may have been deactivated since the request began: then no other administrator
    /// remains.
    #[tokio::test]
    async fn change_user_status_last_administrator_is_rejected() {
        let work = expecting_lock(MockUnitOfWork::dropped(), user(COLLEAGUE, UserStatus::Active), 0);
        assert!(matches!(change_in(work, COLLEAGUE, false).await, Err(ServiceError::LastAdministrator)));
        // The rule concerns administrators only.
        let work = expecting_lock(MockUnitOfWork::dropped(), user(STUDENT, UserStatus::Inactive), 0);
        assert!(change_in(work, STUDENT, false).await.is_ok());
    }

    #[tokio::test]
    async fn change_user_status_unknown_user_is_not_found() {
        let mut work = MockUnitOfWork::dropped();
        work.users.expect_find_with_administrators_for_update().once().returning(|_| Ok(None));
        assert!(matches!(change_in(work, STUDENT, false).await, Err(ServiceError::UserNotFound)));
    }

    #[tokio::test]
    async fn change_user_status_lost_commit_fails() {
        let work =
            MockUnitOfWork::with_lost_commit().expecting_mails([(STUDENT.user_id, MailPurpose::AccountDeactivated)]);
        let mut work = expecting_lock(work, user(STUDENT, UserStatus::Active), 1);
        work.users.expect_save().once().returning(|_| Ok(()));
        work.sessions.expect_delete_all_of().once().returning(|_, _| Ok(()));
        assert!(matches!(change_in(work, STUDENT, false).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
