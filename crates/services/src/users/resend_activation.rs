//! Sends a new activation link to a user as an administrator.

use chrono::TimeDelta;
use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;

use super::MailCounter;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, counters, outbox};

/// Expires the user's older links and sends a new one. Counts towards the hourly mails to the
/// address; unlike for the user's own request, exceeding the limit is an error.
pub async fn resend_user_activation(ports: &Ports, actor: Actor, id: UserId) -> Result<(), ServiceError> {
    // Checked before the mail is counted, and again below under the lock.
    let user = ports.users.find_user(id).await?.ok_or(ServiceError::UserNotFound)?;
    user.ensure_awaits_activation()?;
    let what = MailCounter::Activation.of(&user.email);
    counters::limit(ports, &what, TimeDelta::hours(1), ports.config.mails_per_hour).await?;

    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    user.ensure_awaits_activation()?;
    work.account_tokens().expire_all(id, AccountTokenPurpose::Activation, ports.clock.now()).await?;
    let mail = outbox::mail(ports, Recipient::User(id), MailPurpose::ActivationResent);
    work.outbox().push(&[mail]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ActivationResent, id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;
    use portal_domain::user::{User, UserStatus};

    use super::*;
    use crate::ports::{Attempts, StoreError};
    use crate::testing::samples::{ADMINISTRATOR, LANDLORD, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn landlord(status: UserStatus) -> User {
        user(LANDLORD, status)
    }

    /// Ports with this user before the transaction, for the `count`th mail of the hour.
    fn ports(found: Option<User>, count: Option<u32>, works: impl IntoIterator<Item = MockUnitOfWork>) -> Ports {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        ports.users.expect_find_user().once().withf(|id| *id == LANDLORD.user_id).return_once(move |_| Ok(found));
        if let Some(count) = count {
            let window_ends = MockPorts::now() + TimeDelta::minutes(12);
            ports
                .tokens
                .expect_pseudonym()
                .once()
                .withf(|text| text == "mail-activation:grace@portal.test")
                .returning(str::to_owned);
            ports.attempts.expect_add().once().returning(move |_, _, _| Ok(Attempts { count, window_ends }));
        }
        ports.build()
    }

    async fn resend(ports: Ports) -> Result<(), ServiceError> {
        resend_user_activation(&ports, ADMINISTRATOR, LANDLORD.user_id).await
    }

    fn expecting_lock(mut work: MockUnitOfWork, found: Option<User>) -> MockUnitOfWork {
        work.users.expect_find_for_update().once().return_once(move |_| Ok(found));
        work
    }

    /// Expects the older links to be expired and the mail to be queued.
    fn expecting_resend(work: MockUnitOfWork) -> MockUnitOfWork {
        let mut work = expecting_lock(work, Some(landlord(UserStatus::RegistrationPending)));
        let mut order = Sequence::new();
        let expiry = work.account_tokens.expect_expire_all().once().in_sequence(&mut order);
        expiry
            .withf(|id, purpose, now| {
                (*id, *purpose, *now) == (LANDLORD.user_id, AccountTokenPurpose::Activation, MockPorts::now())
            })
            .returning(|_, _, _| Ok(()));
        work.expecting_mails([(LANDLORD.user_id, MailPurpose::ActivationResent)])
    }

    #[tokio::test]
    async fn resend_user_activation_expires_older_links_and_queues_mail() {
        let work = expecting_resend(MockUnitOfWork::committed())
            .expecting_audit_entries([(AuditAction::ActivationResent, Some(LANDLORD.user_id.into()))]);
        resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(3), [work])).await.unwrap();
    }

    #[tokio::test]
    async fn resend_user_activation_beyond_rate_limit_is_rejected_with_retry_after() {
        let result = resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(4), [])).await;
        let Err(ServiceError::TooManyAttempts { retry_after }) = result else { panic!("{result:?}") };
        assert_eq!(retry_after, TimeDelta::minutes(12));
    }

    #[tokio::test]
    async fn resend_user_activation_user_not_awaiting_activation_is_rejected_and_not_counted() {
        for status in [UserStatus::New, UserStatus::Active, UserStatus::Inactive] {
            let result = resend(ports(Some(landlord(status)), None, [])).await;
            assert!(matches!(result, Err(ServiceError::ActivationLink(_))), "{status}: {result:?}");
        }
    }

    #[tokio::test]
    async fn resend_user_activation_activated_before_lock_is_rejected() {
        let work = expecting_lock(MockUnitOfWork::dropped(), Some(landlord(UserStatus::Active)));
        let result = resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(1), [work])).await;
        assert!(matches!(result, Err(ServiceError::ActivationLink(_))), "{result:?}");
    }

    #[tokio::test]
    async fn resend_user_activation_unknown_user_is_not_found() {
        assert!(matches!(resend(ports(None, None, [])).await, Err(ServiceError::UserNotFound)));
        let deleted = expecting_lock(MockUnitOfWork::dropped(), None);
        let result = resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(1), [deleted])).await;
        assert!(matches!(result, Err(ServiceError::UserNotFound)));
    }

    #[tokio::test]
    async fn resend_user_activation_lost_commit_fails() {
        let lost = resend(ports(
            Some(landlord(UserStatus::RegistrationPending)),
            Some(1),
            [expecting_resend(MockUnitOfWork::with_lost_commit())],
        ))
        .await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
    }
}
