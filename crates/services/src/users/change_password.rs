//! Changes the password of a logged-in user.

use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::audit::AuditAction;
use portal_domain::ids::SessionId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::security_event::SecurityEvent;
use portal_domain::user::UserStatus;

use super::verify_password_of_actor;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox, security};

/// Changes the password, ends all other sessions, and notifies the user by mail. Fails if the
/// password was changed or the user deactivated since the old password was verified: an attacker
/// who knows it must not undo the owner's change.
pub async fn change_password(
    ports: &Ports,
    actor: Actor,
    session: SessionId,
    old: String,
    new: String,
) -> Result<(), ServiceError> {
    let result = replace_password(ports, actor, session, old, new).await;
    security::record_user(ports, SecurityEvent::PasswordChange, actor.user_id, &result);
    result
}

async fn replace_password(
    ports: &Ports,
    actor: Actor,
    session: SessionId,
    old: String,
    new: String,
) -> Result<(), ServiceError> {
    let checked = verify_password_of_actor(ports, actor, old).await?.ok_or(ServiceError::WrongOldPassword)?;
    let password = ports.passwords.hash(new).await?;
    let mut work = ports.store.begin().await?;
    let current = work.users().find_credentials_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    if current.status != UserStatus::Active || current.password != Some(checked) {
        return Err(ServiceError::WrongOldPassword);
    }
    work.users().set_password(actor.user_id, password, ports.clock.now()).await?;
    // The old reset links may have been requested by an attacker.
    work.account_tokens().delete_all(actor.user_id, AccountTokenPurpose::PasswordReset).await?;
    work.sessions().delete_all_of(actor.user_id, Some(session)).await?;
    let notice = outbox::mail(ports, Recipient::User(actor.user_id), MailPurpose::PasswordChanged);
    work.outbox().push(&[notice]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::PasswordChanged, actor.user_id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use mockall::Sequence;
    use uuid::Uuid;

    use super::*;
    use crate::ports::{Attempts, Credentials, MockPasswordHasher, MockUserQueries, PasswordHash, StoreError};
    use crate::testing::samples::STUDENT;
    use crate::testing::{MockPorts, MockUnitOfWork};

    /// The session in which the password is changed.
    const THIS: SessionId = SessionId(Uuid::from_u128(50));

    fn credentials(status: UserStatus, password: Option<&str>) -> Credentials {
        let password = password.map(|hash| PasswordHash(hash.to_owned()));
        Credentials { user_id: STUDENT.user_id, role: STUDENT.role, status, password }
    }

    /// Ports with an account whose password is `old`.
    fn ports_with_ada() -> MockPorts {
        let mut ports = MockPorts::default();
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports
            .users
            .expect_find_credentials_of()
            .withf(|id| *id == STUDENT.user_id)
            .returning(|_| Ok(Some(credentials(UserStatus::Active, Some("hash of old")))));
        ports
            .passwords
            .expect_verify()
            .returning(|password, hash| Ok(hash == Some(PasswordHash(format!("hash of {password}")))));
        ports
    }

    /// Ports for which this is the `count`th attempt.
    fn ports(count: u32) -> MockPorts {
        let mut ports = ports_with_ada();
        let window_ends = MockPorts::now() + TimeDelta::minutes(3);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(|key, window, now| {
                let counter = format!("own-password:{}", STUDENT.user_id);
                *key == counter && (*window, *now) == (TimeDelta::minutes(15), MockPorts::now())
            })
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
        ports
    }

    /// Ports for a successful attempt, with the new password hashed.
    fn succeeding(work: MockUnitOfWork) -> MockPorts {
        let mut ports = ports(10);
        let counter = format!("own-password:{}", STUDENT.user_id);
        ports.attempts.expect_clear().once().withf(move |key| *key == counter).returning(|_| Ok(()));
        ports.passwords.expect_hash().once().returning(|password| Ok(PasswordHash(format!("hash of {password}"))));
        ports.store = MockUnitOfWork::store_of([work]);
        ports
    }

    async fn change_with(ports: MockPorts, old: &str) -> Result<(), ServiceError> {
        change_password(&ports.build(), STUDENT, THIS, old.to_owned(), "new".to_owned()).await
    }

    fn expecting_lock(mut work: MockUnitOfWork, present: Option<Credentials>) -> MockUnitOfWork {
        let lock = work.users.expect_find_credentials_for_update().once();
        lock.withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(present));
        work
    }

    /// Expects all effects of a new password.
    fn expecting_change(work: MockUnitOfWork) -> MockUnitOfWork {
        let mut order = Sequence::new();
        let mut work = work.expecting_mails([(STUDENT.user_id, MailPurpose::PasswordChanged)]);
        let set = work.users.expect_set_password().once().in_sequence(&mut order);
        set.withf(|id, hash, now| (*id, hash.0.as_str(), *now) == (STUDENT.user_id, "hash of new", MockPorts::now()))
            .returning(|_, _, _| Ok(()));
        let tokens_deleted = work.account_tokens.expect_delete_all().once().in_sequence(&mut order);
        tokens_deleted
            .withf(|id, purpose| (*id, *purpose) == (STUDENT.user_id, AccountTokenPurpose::PasswordReset))
            .returning(|_, _| Ok(()));
        let sessions_ended = work.sessions.expect_delete_all_of().once().in_sequence(&mut order);
        sessions_ended.withf(|id, except| (*id, *except) == (STUDENT.user_id, Some(THIS))).returning(|_, _| Ok(()));
        work
    }

    #[tokio::test]
    async fn change_password_succeeds_when_the_counter_cannot_be_reset() {
        let mut ports = ports(10);
        ports.attempts.expect_clear().once().returning(|_| Err(StoreError::Unavailable("no connection".into())));
        ports.passwords.expect_hash().once().returning(|password| Ok(PasswordHash(format!("hash of {password}"))));
        let work =
            expecting_lock(MockUnitOfWork::committed(), Some(credentials(UserStatus::Active, Some("hash of old"))));
        ports.store = MockUnitOfWork::store_of([expecting_change(work)]);
        change_with(ports, "old").await.unwrap();
    }

    #[tokio::test]
    async fn change_password_ends_other_sessions_and_links_and_notifies_user() {
        let work =
            expecting_lock(MockUnitOfWork::committed(), Some(credentials(UserStatus::Active, Some("hash of old"))));
        change_with(succeeding(expecting_change(work)), "old").await.unwrap();
    }

    #[tokio::test]
    async fn change_password_wrong_old_password_is_rejected_and_stays_counted() {
        assert!(matches!(change_with(ports(1), "guessed").await, Err(ServiceError::WrongOldPassword)));
    }

    #[tokio::test]
    async fn change_password_without_password_is_rejected() {
        for known in [None, Some(credentials(UserStatus::Active, None))] {
            let mut ports = ports(1);
            ports.users = MockUserQueries::new();
            ports.users.expect_find_credentials_of().once().return_once(move |_| Ok(known));
            assert!(matches!(change_with(ports, "old").await, Err(ServiceError::WrongOldPassword)));
        }
    }

    #[tokio::test]
    async fn change_password_eleventh_attempt_is_not_verified() {
        let mut ports = ports(11);
        ports.passwords = MockPasswordHasher::new();
        let result = change_with(ports, "old").await;
        let Err(ServiceError::TooManyAttempts { retry_after }) = result else { panic!("{result:?}") };
        assert_eq!(retry_after, TimeDelta::minutes(3));
    }

    #[tokio::test]
    async fn change_password_without_limits_counts_nothing() {
        let mut ports = ports_with_ada();
        ports.config.limits_enabled = false;
        assert!(matches!(change_with(ports, "guessed").await, Err(ServiceError::WrongOldPassword)));
    }

    /// An attacker with the old password competes with the owner's change.
    #[tokio::test]
    async fn change_password_account_changed_during_verification_is_rejected() {
        for changed in [
            credentials(UserStatus::Active, Some("hash of the owner's new one")),
            credentials(UserStatus::Active, None),
            credentials(UserStatus::Inactive, Some("hash of old")),
        ] {
            let ports = succeeding(expecting_lock(MockUnitOfWork::dropped(), Some(changed.clone())));
            assert!(matches!(change_with(ports, "old").await, Err(ServiceError::WrongOldPassword)), "{changed:?}");
        }
        let deleted = change_with(succeeding(expecting_lock(MockUnitOfWork::dropped(), None)), "old").await;
        assert!(matches!(deleted, Err(ServiceError::UserNotFound)));
    }

    #[tokio::test]
    async fn change_password_lost_commit_fails() {
        let work = expecting_lock(
            MockUnitOfWork::with_lost_commit(),
            Some(credentials(UserStatus::Active, Some("hash of old"))),
        );
        let lost = change_with(succeeding(expecting_change(work)), "old").await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
