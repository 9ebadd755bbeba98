use std::net::Ipv4Addr;

use chrono::{DateTime, TimeDelta, Utc};
use mockall::Sequence;
use portal_domain::user::Role;

use super::*;
use crate::ports::{PasswordHash, StoreError};
use crate::testing::samples::{LANDLORD, STUDENT, email, user};
use crate::testing::{MockPorts, MockWork};

const HASH: [u8; 32] = [7; 32];

fn link() -> ResetLink {
    ResetLink { email: email("Ada@Portal.test"), token: AccountSecret("secret".to_owned()) }
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

/// Ports whose store knows this token, and whom it belongs to, at first sight.
fn seeing(token: Option<AccountToken>, user: Option<User>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports.tokens.expect_hash_account_secret().withf(|secret| secret.0 == "secret").return_const(HASH);
    ports.account_tokens.expect_find_account_token().once().withf(|hash| *hash == HASH).return_once(move |_| Ok(token));
    ports.users.expect_find_user().return_once(move |_| Ok(user));
    ports
}

/// The same, when the link is good enough for a password to be hashed.
fn hashing(work: MockWork) -> MockPorts {
    let mut ports = seeing(Some(token()), Some(ada()));
    ports
        .passwords
        .expect_hash()
        .once()
        .withf(|password| password == "new")
        .returning(|_| Ok(PasswordHash("hash of new".to_owned())));
    ports.store = MockWork::begun_by([work]);
    ports
}

/// What is found when both are locked, the user first.
fn holding(mut work: MockWork, user: Option<User>, token: Option<AccountToken>) -> MockWork {
    let mut order = Sequence::new();
    let nobody = user.is_none();
    let lock = work.users.expect_find_for_update().once().in_sequence(&mut order);
    lock.withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(user));
    if !nobody {
        let lock = work.account_tokens.expect_find_for_update().once().in_sequence(&mut order);
        lock.withf(|hash| *hash == HASH).return_once(move |_| Ok(token));
    }
    work
}

fn setting(work: MockWork) -> MockWork {
    let mut work = work.mailing([(STUDENT.user_id, MailPurpose::PasswordChanged)]);
    let set = work.users.expect_set_password().once();
    set.withf(|id, hash, now| (*id, hash.0.as_str(), *now) == (STUDENT.user_id, "hash of new", MockPorts::now()))
        .returning(|_, _, _| Ok(()));
    let used_up = work.account_tokens.expect_delete_all().once();
    used_up
        .withf(|id, purpose| (*id, *purpose) == (STUDENT.user_id, AccountTokenPurpose::PasswordReset))
        .returning(|_, _| Ok(()));
    let ended = work.sessions.expect_delete_all_of().once();
    ended.withf(|id, except| (*id, *except) == (STUDENT.user_id, None)).returning(|_, _| Ok(()));
    work
}

async fn reset_with(ports: MockPorts, link: &ResetLink) -> Result<(), ServiceError> {
    reset_password(&ports.build(), link, "new".to_owned(), IpAddr::V4(Ipv4Addr::LOCALHOST)).await
}

#[tokio::test]
async fn the_link_sets_the_password_uses_itself_up_and_ends_every_session() {
    let mut ports = hashing(setting(holding(MockWork::committed(), Some(ada()), Some(token()))));
    ports.tokens.expect_pseudonym().returning(str::to_owned);
    // Whoever tried out passwords before must not keep the owner waiting now.
    ports.attempts.expect_clear().once().withf(|key| key == "log-in:ada@portal.test").returning(|_| Ok(()));
    reset_with(ports, &link()).await.unwrap();
}

#[tokio::test]
async fn a_link_that_is_worth_nothing_costs_no_hash() {
    let now = MockPorts::now();
    let foreign = user(LANDLORD, UserStatus::Active);
    for (token, user) in [
        (None, Some(ada())),
        (Some(expired_at(now)), Some(ada())),
        (Some(expired_at(now - TimeDelta::days(1))), Some(ada())),
        (Some(token()), None),
        (Some(token()), Some(foreign)),
    ] {
        let described = format!("{token:?} {:?}", user.as_ref().map(|user| user.id));
        let refused = reset_with(seeing(token, user), &link()).await;
        assert!(matches!(refused, Err(ServiceError::ResetExpired)), "{described}");
    }
}

#[tokio::test]
async fn a_token_of_one_address_does_not_work_with_another() {
    let other = ResetLink { email: email("grace@portal.test"), ..link() };
    let refused = reset_with(seeing(Some(token()), Some(ada())), &other).await;
    assert!(matches!(refused, Err(ServiceError::ResetExpired)));
}

#[tokio::test]
async fn what_has_changed_while_the_password_was_hashed_counts() {
    let activation = AccountToken { purpose: AccountTokenPurpose::Activation, ..token() };
    let moved = User { email: email("elsewhere@portal.test"), ..ada() };
    let with_status = |status| user(STUDENT, status);
    for (user, token) in [
        // Used by somebody who was faster, or gone with a changed password.
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
        let refused = reset_with(hashing(holding(MockWork::dropped(), user, token)), &link()).await;
        assert!(matches!(refused, Err(ServiceError::ResetExpired)), "{described}");
    }
}

#[tokio::test]
async fn every_role_can_forget_a_password() {
    for role in [Role::Admin, Role::Landlord] {
        let somebody = User { role, ..ada() };
        let mut ports = hashing(setting(holding(MockWork::committed(), Some(somebody), Some(token()))));
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports.attempts.expect_clear().once().returning(|_| Ok(()));
        reset_with(ports, &link()).await.unwrap();
    }
}

#[tokio::test]
async fn the_delay_of_an_attacked_account_stays_when_the_commit_was_lost() {
    let ports = hashing(setting(holding(MockWork::lost(), Some(ada()), Some(token()))));
    let lost = reset_with(ports, &link()).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
