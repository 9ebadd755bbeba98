//! Sets a new password by an emailed link.

use std::net::IpAddr;

use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::security_event::SecurityEvent;
use portal_domain::user::{User, UserStatus};

use crate::account_link::AccountLink;
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::sessions::login_counter;
use crate::{audit, counters, outbox, security};

/// Sets the password, ends all sessions, resets the counter of failed logins, and notifies the user
/// by mail. Works once per link.
pub async fn reset_password(
    ports: &Ports,
    link: &AccountLink,
    password: String,
    address: IpAddr,
) -> Result<(), ServiceError> {
    let result = replace_password(ports, link, password, address).await;
    security::record_visitor(ports, SecurityEvent::PasswordReset, link.email.as_str(), &result, |user| *user);
    result.map(|_| ())
}

/// Returns the user of the link.
async fn replace_password(
    ports: &Ports,
    link: &AccountLink,
    password: String,
    address: IpAddr,
) -> Result<UserId, ServiceError> {
    let now = ports.clock.now();
    let hash = ports.tokens.hash_account_secret(&link.token);
    let claimed = ports.account_tokens.find_account_token(&hash).await?.filter(|token| token.is_valid(now));
    let user_id = claimed.ok_or(ServiceError::ResetLinkInvalid)?.user_id;
    let user = ports.users.find_user(user_id).await?;
    if !user.is_some_and(|user| user.email == link.email) {
        return Err(ServiceError::ResetLinkInvalid);
    }
    // Hashing is expensive: not for invalid links, and not while a row is locked.
    let password = ports.passwords.hash(password).await?;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(user_id).await?.ok_or(ServiceError::ResetLinkInvalid)?;
    let token = work.account_tokens().find_for_update(&hash).await?.ok_or(ServiceError::ResetLinkInvalid)?;
    if !token.is_valid(now) || !belongs_to(&token, &user, link) {
        return Err(ServiceError::ResetLinkInvalid);
    }
    work.users().set_password(user_id, password, now).await?;
    work.account_tokens().delete_all(user_id, AccountTokenPurpose::PasswordReset).await?;
    work.sessions().delete_all_of(user_id, None).await?;
    let notice = outbox::mail(ports, Recipient::User(user_id), MailPurpose::PasswordChanged);
    work.outbox().push(&[notice]).await?;
    let owner = Actor::new(user_id, user.role).at(address);
    audit::record(ports, work.as_mut(), owner, AuditAction::PasswordChanged, user_id).await?;
    work.commit().await?;
    counters::reset(ports, Some(&login_counter(ports, link.email.as_str()))).await;
    Ok(user_id)
}

fn belongs_to(token: &AccountToken, user: &User, link: &AccountLink) -> bool {
    token.purpose == AccountTokenPurpose::PasswordReset && user.status == UserStatus::Active && user.email == link.email
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use chrono::{DateTime, TimeDelta, Utc};
    use mockall::Sequence;
    use portal_domain::user::Role;

    use super::*;
    use crate::ports::{AccountSecret, PasswordHash, StoreError};
    use crate::testing::samples::{LANDLORD, STUDENT, email, user};
    use crate::testing::{MockPorts, MockUnitOfWork};

    const HASH: [u8; 32] = [7; 32];

    fn link() -> AccountLink {
        AccountLink { email: email("Ada@Portal.test"), token: AccountSecret("secret".to_owned()) }
    }

    fn token() -> AccountToken {
        AccountToken {
            hash: HASH,
            user_id: STUDENT.user_id,
            purpose: AccountTokenPurpose::PasswordReset,
            expires_at: MockPorts::now() + TimeDelta::seconds(1),
            used_at: None,
        }
    }

    fn expired_at(expires_at: DateTime<Utc>) -> AccountToken {
        AccountToken { expires_at, ..token() }
    }

    fn ada() -> User {
        user(STUDENT, UserStatus::Active)
    }

    /// Ports with this token and its user before the transaction.
    fn ports_with(token: Option<AccountToken>, user: Option<User>) -> MockPorts {
        let mut ports = MockPorts::default();
        ports.tokens.expect_hash_account_secret().withf(|secret| secret.0 == "secret").return_const(HASH);
        ports
            .account_tokens
            .expect_find_account_token()
            .once()
            .withf(|hash| *hash == HASH)
            .return_once(move |_| Ok(token));
        ports.users.expect_find_user().return_once(move |_| Ok(user));
        ports
    }

    /// Ports with a valid link, whose password is hashed.
    fn expecting_hash(work: MockUnitOfWork) -> MockPorts {
        let mut ports = ports_with(Some(token()), Some(ada()));
        ports
            .passwords
            .expect_hash()
            .once()
            .withf(|password| password == "new")
            .returning(|_| Ok(PasswordHash("hash of new".to_owned())));
        ports.store = MockUnitOfWork::store_of([work]);
        ports
    }

    /// Expects the user and then the token to be locked, and returns these.
    fn expecting_locks(mut work: MockUnitOfWork, user: Option<User>, token: Option<AccountToken>) -> MockUnitOfWork {
        let mut order = Sequence::new();
        let user_is_missing = user.is_none();
        let lock = work.users.expect_find_for_update().once().in_sequence(&mut order);
        lock.withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(user));
        if !user_is_missing {
            let lock = work.account_tokens.expect_find_for_update().once().in_sequence(&mut order);
            lock.withf(|hash| *hash == HASH).return_once(move |_| Ok(token));
        }
        work
    }

    fn expecting_reset(work: MockUnitOfWork) -> MockUnitOfWork {
        let mut work = work.expecting_mails([(STUDENT.user_id, MailPurpose::PasswordChanged)]);
        let set = work.users.expect_set_password().once();
        set.withf(|id, hash, now| (*id, hash.0.as_str(), *now) == (STUDENT.user_id, "hash of new", MockPorts::now()))
            .returning(|_, _, _| Ok(()));
        let tokens_deleted = work.account_tokens.expect_delete_all().once();
        tokens_deleted
            .withf(|id, purpose| (*id, *purpose) == (STUDENT.user_id, AccountTokenPurpose::PasswordReset))
            .returning(|_, _| Ok(()));
        let sessions_ended = work.sessions.expect_delete_all_of().once();
        sessions_ended.withf(|id, except| (*id, *except) == (STUDENT.user_id, None)).returning(|_, _| Ok(()));
        work
    }

    async fn reset_with(ports: MockPorts, link: &AccountLink) -> Result<(), ServiceError> {
        reset_password(&ports.build(), link, "new".to_owned(), IpAddr::V4(Ipv4Addr::LOCALHOST)).await
    }

    #[tokio::test]
    async fn reset_password_sets_password_uses_up_link_and_ends_sessions() {
        let mut ports =
            expecting_hash(expecting_reset(expecting_locks(MockUnitOfWork::committed(), Some(ada()), Some(token()))));
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        // Failed logins of an attacker must not delay the owner now.
        ports.attempts.expect_clear().once().withf(|key| key == "login:ada@portal.test").returning(|_| Ok(()));
        reset_with(ports, &link()).await.unwrap();
    }

    #[tokio::test]
    async fn reset_password_succeeds_when_the_counter_cannot_be_reset() {
        let mut ports =
            expecting_hash(expecting_reset(expecting_locks(MockUnitOfWork::committed(), Some(ada()), Some(token()))));
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        let unavailable = || StoreError::Unavailable("no connection".into());
        ports.attempts.expect_clear().once().returning(move |_| Err(unavailable()));
        reset_with(ports, &link()).await.unwrap();
    }

    #[tokio::test]
    async fn reset_password_invalid_link_hashes_nothing() {
        let now = MockPorts::now();
        let other_user = user(LANDLORD, UserStatus::Active);
        for (token, user) in [
            (None, Some(ada())),
            (Some(expired_at(now)), Some(ada())),
            (Some(expired_at(now - TimeDelta::days(1))), Some(ada())),
            (Some(token()), None),
            (Some(token()), Some(other_user)),
        ] {
            let described = format!("{token:?} {:?}", user.as_ref().map(|user| user.id));
            let result = reset_with(ports_with(token, user), &link()).await;
            assert!(matches!(result, Err(ServiceError::ResetLinkInvalid)), "{described}");
        }
    }

    #[tokio::test]
    async fn reset_password_token_of_other_address_is_rejected() {
        let other = AccountLink { email: email("grace@portal.test"), ..link() };
        let result = reset_with(ports_with(Some(token()), Some(ada())), &other).await;
        assert!(matches!(result, Err(ServiceError::ResetLinkInvalid)));
    }

    #[tokio::test]
    async fn reset_password_changed_during_hashing_is_rejected() {
        let activation = AccountToken { purpose: AccountTokenPurpose::Activation, ..token() };
        let moved = User { email: email("elsewhere@portal.test"), ..ada() };
        let with_status = |status| user(STUDENT, status);
        for (user, token) in [
            // Used by a concurrent request, or deleted by a change of the password.
            (Some(ada()), None),
            (Some(ada()), Some(expired_at(MockPorts::now()))),
            (Some(ada()), Some(activation)),
            (Some(moved), Some(token())),
            (Some(with_status(UserStatus::Inactive)), Some(token())),
            (Some(with_status(UserStatus::RegistrationPending)), Some(token())),
            (Some(with_status(UserStatus::New)), Some(token())),
            (None, None),
        ] {
            let described = format!("{user:?} {token:?}");
            let result =
                reset_with(expecting_hash(expecting_locks(MockUnitOfWork::dropped(), user, token)), &link()).await;
            assert!(matches!(result, Err(ServiceError::ResetLinkInvalid)), "{described}");
        }
    }

    #[tokio::test]
    async fn reset_password_works_for_every_role() {
        for role in [Role::Administrator, Role::Landlord] {
            let user = User { role, ..ada() };
            let mut ports = expecting_hash(expecting_reset(expecting_locks(
                MockUnitOfWork::committed(),
                Some(user),
                Some(token()),
            )));
            ports.tokens.expect_pseudonym().returning(str::to_owned);
            ports.attempts.expect_clear().once().returning(|_| Ok(()));
            reset_with(ports, &link()).await.unwrap();
        }
    }

    #[tokio::test]
    async fn reset_password_lost_commit_keeps_counter() {
        let ports = expecting_hash(expecting_reset(expecting_locks(
            MockUnitOfWork::with_lost_commit(),
            Some(ada()),
            Some(token()),
        )));
        let lost = reset_with(ports, &link()).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
