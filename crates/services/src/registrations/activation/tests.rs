use chrono::{DateTime, TimeDelta, Utc};
use mockall::Sequence;

use super::*;
use crate::ports::{AccountSecret, Attempts, PasswordHash, StoreError};
use crate::testing::samples::{LANDLORD, STUDENT, email, user};
use crate::testing::{MockPorts, MockUnitOfWork};

const HASH: [u8; 32] = [7; 32];

fn link() -> AccountLink {
    AccountLink { email: email("Ada@Portal.test"), token: AccountSecret("secret".to_owned()) }
}

fn other_address() -> AccountLink {
    AccountLink { email: email("grace@portal.test"), ..link() }
}

fn token() -> AccountToken {
    AccountToken {
        hash: HASH,
        user_id: STUDENT.user_id,
        purpose: AccountTokenPurpose::Activation,
        expires_at: MockPorts::now() + TimeDelta::seconds(1),
        used_at: None,
    }
}

fn expired_at(expires_at: DateTime<Utc>) -> AccountToken {
    AccountToken { expires_at, ..token() }
}

/// The token that activated the account.
fn used() -> AccountToken {
    AccountToken { used_at: Some(MockPorts::now() - TimeDelta::days(30)), ..token() }
}

fn of_a_reset() -> AccountToken {
    AccountToken { purpose: AccountTokenPurpose::PasswordReset, ..token() }
}

/// An approved user.
fn ada() -> User {
    user(STUDENT, UserStatus::RegistrationPending)
}

/// Tokens and users that do not match the link, even if the token has not expired.
fn no_match() -> Vec<(Option<AccountToken>, Option<User>)> {
    let mut pairs = vec![
        (None, Some(ada())),
        (Some(of_a_reset()), Some(ada())),
        (Some(token()), None),
        (Some(used()), Some(ada())),
        (Some(token()), Some(user(LANDLORD, UserStatus::RegistrationPending))),
    ];
    let others = [UserStatus::New, UserStatus::Active, UserStatus::Inactive];
    pairs.extend(others.map(|status| (Some(token()), Some(user(STUDENT, status)))));
    pairs
}

/// Ports with this token and its user.
fn ports_with(token: Option<AccountToken>, user: Option<User>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports.tokens.expect_hash_account_secret().withf(|secret| secret.0 == "secret").return_const(HASH);
    // Not a second time within the transaction, which would need another connection.
    let find = ports.account_tokens.expect_find_account_token().once();
    find.withf(|hash| *hash == HASH).return_once(move |_| Ok(token));
    ports.users.expect_find_user().withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(user));
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

mod check {
    use super::*;

    async fn state_of(token: Option<AccountToken>, user: Option<User>, link: &AccountLink) -> LinkState {
        check_activation(&ports_with(token, user).build(), link).await.unwrap()
    }

    #[tokio::test]
    async fn check_activation_valid_link_is_usable_repeatedly() {
        for _ in 0..2 {
            assert_eq!(state_of(Some(token()), Some(ada()), &link()).await, LinkState::Usable);
        }
    }

    #[tokio::test]
    async fn check_activation_other_link_is_invalid() {
        for (token, user) in no_match() {
            let described = format!("{token:?} {user:?}");
            assert_eq!(state_of(token, user, &link()).await, LinkState::Invalid, "{described}");
        }
        assert_eq!(state_of(Some(token()), Some(ada()), &other_address()).await, LinkState::Invalid);
        let now = MockPorts::now();
        for expires_at in [now, now - TimeDelta::days(30)] {
            let state = state_of(Some(expired_at(expires_at)), Some(ada()), &link()).await;
            assert_eq!(state, LinkState::Invalid, "{expires_at}");
        }
    }

    #[tokio::test]
    async fn check_activation_used_link_is_account_active() {
        let active = || Some(user(STUDENT, UserStatus::Active));
        let long_expired = AccountToken { expires_at: MockPorts::now() - TimeDelta::days(300), ..used() };
        for token in [used(), long_expired] {
            assert_eq!(state_of(Some(token), active(), &link()).await, LinkState::AccountActive);
        }
    }

    #[tokio::test]
    async fn check_activation_used_link_of_other_address_or_inactive_account_is_invalid() {
        let others = [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive];
        for user in others.map(|status| Some(user(STUDENT, status))).into_iter().chain([None]) {
            let described = format!("{user:?}");
            assert_eq!(state_of(Some(used()), user, &link()).await, LinkState::Invalid, "{described}");
        }
        let active = user(STUDENT, UserStatus::Active);
        assert_eq!(state_of(Some(used()), Some(active.clone()), &other_address()).await, LinkState::Invalid);
        assert_eq!(state_of(Some(token()), Some(active), &link()).await, LinkState::Invalid, "an unused link");
    }
}

mod resend {
    use super::*;

    /// Expects the `count`th mail to the address within the hour.
    fn expecting_count(ports: &mut MockPorts, key: &'static str, count: u32) {
        let window_ends = MockPorts::now() + TimeDelta::minutes(12);
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(move |asked, window, _| asked == key && *window == TimeDelta::hours(1))
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
    }

    fn expecting_resend(mut work: MockUnitOfWork) -> MockUnitOfWork {
        work.account_tokens
            .expect_expire_all()
            .once()
            .withf(|id, purpose, now| {
                (*id, *purpose, *now) == (STUDENT.user_id, AccountTokenPurpose::Activation, MockPorts::now())
            })
            .returning(|_, _, _| Ok(()));
        work.expecting_mails([(STUDENT.user_id, MailPurpose::ActivationResent)])
    }

    #[tokio::test]
    async fn resend_activation_any_age_sends_new_link() {
        let now = MockPorts::now();
        for token in [token(), expired_at(now), expired_at(now - TimeDelta::days(300))] {
            let mut ports = ports_with(Some(token.clone()), Some(ada()));
            expecting_count(&mut ports, "mail-activation:ada@portal.test", 3);
            ports.store = MockUnitOfWork::store_of([expecting_resend(expecting_locks(
                MockUnitOfWork::committed(),
                Some(ada()),
                Some(token),
            ))]);
            resend_activation(&ports.build(), &link()).await.unwrap();
        }
    }

    /// The response is the same for all of them, no mail is queued, and none of the owner's mails is
    /// used up.
    #[tokio::test]
    async fn resend_activation_unknown_link_sends_nothing() {
        for (token, user) in no_match() {
            let mut ports = ports_with(token.clone(), user.clone());
            expecting_count(&mut ports, "mail-unknown-link:ada@portal.test", 1);
            if token.is_some() && user.is_some() {
                ports.store = MockUnitOfWork::store_of([expecting_locks(MockUnitOfWork::committed(), user, token)]);
            }
            resend_activation(&ports.build(), &link()).await.unwrap();
        }
        let mut ports = ports_with(Some(token()), Some(ada()));
        expecting_count(&mut ports, "mail-unknown-link:grace@portal.test", 1);
        ports.store =
            MockUnitOfWork::store_of([expecting_locks(MockUnitOfWork::committed(), Some(ada()), Some(token()))]);
        resend_activation(&ports.build(), &other_address()).await.unwrap();
    }

    #[tokio::test]
    async fn resend_activation_beyond_rate_limit_sends_nothing() {
        let mut ports = ports_with(Some(token()), Some(ada()));
        expecting_count(&mut ports, "mail-activation:ada@portal.test", 4);
        resend_activation(&ports.build(), &link()).await.unwrap();
    }

    #[tokio::test]
    async fn resend_activation_lost_commit_fails() {
        let mut ports = ports_with(Some(token()), Some(ada()));
        expecting_count(&mut ports, "mail-activation:ada@portal.test", 1);
        ports.store = MockUnitOfWork::store_of([expecting_resend(expecting_locks(
            MockUnitOfWork::with_lost_commit(),
            Some(ada()),
            Some(token()),
        ))]);
        let lost = resend_activation(&ports.build(), &link()).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}

mod finish {
    use super::*;

    /// Ports that expect the password to be hashed.
    fn expecting_hash(work: MockUnitOfWork) -> MockPorts {
        let mut ports = ports_with(Some(token()), Some(ada()));
        ports
            .passwords
            .expect_hash()
            .once()
            .withf(|password| password == "first")
            .returning(|_| Ok(PasswordHash("hash of first".to_owned())));
        ports.store = MockUnitOfWork::store_of([work]);
        ports
    }

    /// Expects all effects of a first password.
    fn expecting_activation(mut work: MockUnitOfWork) -> MockUnitOfWork {
        let expected = User { status: UserStatus::Active, last_modified: MockPorts::now(), ..ada() };
        work.users.expect_save().once().withf(move |user| *user == expected).returning(|_| Ok(()));
        let set = work.users.expect_set_password().once();
        set.withf(|id, hash, now| (*id, hash.0.as_str(), *now) == (STUDENT.user_id, "hash of first", MockPorts::now()))
            .returning(|_, _, _| Ok(()));
        let used_up = work.account_tokens.expect_use_up_activation().once();
        used_up.withf(|used, now| (used, *now) == (&token(), MockPorts::now())).returning(|_, _| Ok(()));
        work
    }

    async fn finish_with(ports: MockPorts, link: &AccountLink) -> Result<(), ServiceError> {
        finish_registration(&ports.build(), link, "first".to_owned()).await
    }

    #[tokio::test]
    async fn finish_registration_sets_password_and_uses_up_link() {
        let work = expecting_activation(expecting_locks(MockUnitOfWork::committed(), Some(ada()), Some(token())));
        finish_with(expecting_hash(work), &link()).await.unwrap();
    }

    #[tokio::test]
    async fn finish_registration_invalid_link_hashes_nothing() {
        let expired = (Some(expired_at(MockPorts::now())), Some(ada()));
        for (token, user) in no_match().into_iter().chain([expired]) {
            let described = format!("{token:?} {user:?}");
            let result = finish_with(ports_with(token, user), &link()).await;
            assert!(matches!(result, Err(ServiceError::ActivationLinkInvalid)), "{described}");
        }
        let result = finish_with(ports_with(Some(token()), Some(ada())), &other_address()).await;
        assert!(matches!(result, Err(ServiceError::ActivationLinkInvalid)));
    }

    #[tokio::test]
    async fn finish_registration_changed_during_hashing_is_rejected() {
        let expired = (Some(expired_at(MockPorts::now())), Some(ada()));
        for (token, user) in no_match().into_iter().chain([expired]) {
            let described = format!("{token:?} {user:?}");
            let ports = expecting_hash(expecting_locks(MockUnitOfWork::dropped(), user, token));
            assert!(
                matches!(finish_with(ports, &link()).await, Err(ServiceError::ActivationLinkInvalid)),
                "{described}"
            );
        }
    }

    #[tokio::test]
    async fn finish_registration_lost_commit_fails() {
        let work =
            expecting_activation(expecting_locks(MockUnitOfWork::with_lost_commit(), Some(ada()), Some(token())));
        let lost = finish_with(expecting_hash(work), &link()).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
