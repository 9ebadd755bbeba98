use chrono::{DateTime, TimeDelta, Utc};
use mockall::Sequence;

use super::*;
use crate::ports::{Attempts, PasswordHash, StoreError};
use crate::testing::samples::{LANDLORD, STUDENT, email, user};
use crate::testing::{MockPorts, MockWork};

const HASH: [u8; 32] = [7; 32];

fn link() -> ActivationLink {
    ActivationLink { email: email("Ada@Portal.test"), token: AccountSecret("secret".to_owned()) }
}

fn other_address() -> ActivationLink {
    ActivationLink { email: email("grace@portal.test"), ..link() }
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

/// Used to activate the account; whether it is also expired by now does not matter.
fn used() -> AccountToken {
    AccountToken { used_at: Some(MockPorts::now() - TimeDelta::days(30)), ..token() }
}

fn of_a_reset() -> AccountToken {
    AccountToken { purpose: AccountTokenPurpose::PasswordReset, ..token() }
}

/// Somebody who was approved.
fn ada() -> User {
    user(STUDENT, UserStatus::RegistrationPending)
}

/// Tokens and people that a link opens for nobody, however young the token is.
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

/// Ports whose store knows this token, and whom it belongs to.
fn seeing(token: Option<AccountToken>, user: Option<User>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports.tokens.expect_hash_account_secret().withf(|secret| secret.0 == "secret").return_const(HASH);
    ports.account_tokens.expect_find_account_token().withf(|hash| *hash == HASH).returning(move |_| Ok(token.clone()));
    ports.users.expect_find_user().withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(user));
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

mod looking {
    use super::*;

    async fn state_of(token: Option<AccountToken>, user: Option<User>, link: &ActivationLink) -> LinkState {
        check_activation(&seeing(token, user).build(), link).await.unwrap()
    }

    #[tokio::test]
    async fn a_fresh_link_is_good_and_stays_so() {
        for _ in 0..2 {
            assert_eq!(state_of(Some(token()), Some(ada()), &link()).await, LinkState::Usable);
        }
    }

    #[tokio::test]
    async fn every_other_link_is_worthless() {
        for (token, user) in no_match() {
            let described = format!("{token:?} {user:?}");
            assert_eq!(state_of(token, user, &link()).await, LinkState::Worthless, "{described}");
        }
        assert_eq!(state_of(Some(token()), Some(ada()), &other_address()).await, LinkState::Worthless);
        let now = MockPorts::now();
        for expires_at in [now, now - TimeDelta::days(30)] {
            let state = state_of(Some(expired_at(expires_at)), Some(ada()), &link()).await;
            assert_eq!(state, LinkState::Worthless, "{expires_at}");
        }
    }

    #[tokio::test]
    async fn a_used_link_says_that_the_account_is_active_however_old_it_is() {
        let active = || Some(user(STUDENT, UserStatus::Active));
        let long_expired = AccountToken { expires_at: MockPorts::now() - TimeDelta::days(300), ..used() };
        for token in [used(), long_expired] {
            assert_eq!(state_of(Some(token), active(), &link()).await, LinkState::AccountActive);
        }
    }

    #[tokio::test]
    async fn a_used_link_says_nothing_of_another_address_or_of_an_account_that_is_not_active() {
        let others = [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive];
        for user in others.map(|status| Some(user(STUDENT, status))).into_iter().chain([None]) {
            let described = format!("{user:?}");
            assert_eq!(state_of(Some(used()), user, &link()).await, LinkState::Worthless, "{described}");
        }
        let active = user(STUDENT, UserStatus::Active);
        assert_eq!(state_of(Some(used()), Some(active.clone()), &other_address()).await, LinkState::Worthless);
        assert_eq!(state_of(Some(token()), Some(active), &link()).await, LinkState::Worthless, "an unused link");
    }
}

mod resending {
    use super::*;

    /// This is the `count`th mail to the address within the hour.
    fn counts(ports: &mut MockPorts, address: &str, count: u32) {
        let key = format!("mail:{address}");
        let window_ends = MockPorts::now() + TimeDelta::minutes(12);
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(move |asked, window, _| *asked == key && *window == TimeDelta::hours(1))
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
    }

    fn killing(mut work: MockWork) -> MockWork {
        work.account_tokens
            .expect_expire_all()
            .once()
            .withf(|id, purpose, now| {
                (*id, *purpose, *now) == (STUDENT.user_id, AccountTokenPurpose::Activation, MockPorts::now())
            })
            .returning(|_, _, _| Ok(()));
        work.mailing([(STUDENT.user_id, MailPurpose::ActivationResent)])
    }

    #[tokio::test]
    async fn a_link_is_exchanged_for_a_new_one_however_old_it_is() {
        let now = MockPorts::now();
        for token in [token(), expired_at(now), expired_at(now - TimeDelta::days(300))] {
            let mut ports = seeing(Some(token.clone()), None);
            counts(&mut ports, "ada@portal.test", 3);
            ports.store = MockWork::begun_by([killing(holding(MockWork::committed(), Some(ada()), Some(token)))]);
            resend_activation(&ports.build(), &link()).await.unwrap();
        }
    }

    /// The answer is the same for all of them, and no mail is written.
    #[tokio::test]
    async fn what_never_was_a_link_of_this_address_is_passed_over_in_silence() {
        for (token, user) in no_match() {
            let mut ports = seeing(token.clone(), None);
            counts(&mut ports, "ada@portal.test", 1);
            let work = MockWork::committed();
            let work = if token.is_some() { holding(work, user, token) } else { work };
            ports.store = MockWork::begun_by([work]);
            resend_activation(&ports.build(), &link()).await.unwrap();
        }
        let mut ports = seeing(Some(token()), None);
        counts(&mut ports, "grace@portal.test", 1);
        ports.store = MockWork::begun_by([holding(MockWork::committed(), Some(ada()), Some(token()))]);
        resend_activation(&ports.build(), &other_address()).await.unwrap();
    }

    #[tokio::test]
    async fn the_fourth_mail_of_an_hour_is_not_sent_and_nobody_is_told() {
        let mut ports = MockPorts::default();
        counts(&mut ports, "ada@portal.test", 4);
        resend_activation(&ports.build(), &link()).await.unwrap();
    }

    #[tokio::test]
    async fn a_mail_that_was_lost_is_not_said_to_be_on_its_way() {
        let mut ports = seeing(Some(token()), None);
        counts(&mut ports, "ada@portal.test", 1);
        ports.store = MockWork::begun_by([killing(holding(MockWork::lost(), Some(ada()), Some(token())))]);
        let lost = resend_activation(&ports.build(), &link()).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}

mod activating {
    use super::*;

    /// Ports that get as far as hashing the password.
    fn hashing(work: MockWork) -> MockPorts {
        let mut ports = seeing(Some(token()), Some(ada()));
        ports
            .passwords
            .expect_hash()
            .once()
            .withf(|password| password == "first")
            .returning(|_| Ok(PasswordHash("hash of first".to_owned())));
        ports.store = MockWork::begun_by([work]);
        ports
    }

    /// Everything that a first password brings about.
    fn letting_in(mut work: MockWork) -> MockWork {
        let expected = User { status: UserStatus::Active, last_modified: MockPorts::now(), ..ada() };
        work.users.expect_save().once().withf(move |user| *user == expected).returning(|_| Ok(()));
        let set = work.users.expect_set_password().once();
        set.withf(|id, hash, now| (*id, hash.0.as_str(), *now) == (STUDENT.user_id, "hash of first", MockPorts::now()))
            .returning(|_, _, _| Ok(()));
        let used_up = work.account_tokens.expect_use_up_activation().once();
        used_up.withf(|used, now| (used, *now) == (&token(), MockPorts::now())).returning(|_, _| Ok(()));
        work
    }

    async fn activate_with(ports: MockPorts, link: &ActivationLink) -> Result<(), ServiceError> {
        activate(&ports.build(), link, "first".to_owned()).await
    }

    #[tokio::test]
    async fn the_link_sets_the_first_password_lets_the_person_in_and_uses_itself_up() {
        let work = letting_in(holding(MockWork::committed(), Some(ada()), Some(token())));
        activate_with(hashing(work), &link()).await.unwrap();
    }

    #[tokio::test]
    async fn a_link_that_is_worth_nothing_costs_no_hash() {
        let expired = (Some(expired_at(MockPorts::now())), Some(ada()));
        for (token, user) in no_match().into_iter().chain([expired]) {
            let described = format!("{token:?} {user:?}");
            let refused = activate_with(seeing(token, user), &link()).await;
            assert!(matches!(refused, Err(ServiceError::ActivationExpired)), "{described}");
        }
        let refused = activate_with(seeing(Some(token()), Some(ada())), &other_address()).await;
        assert!(matches!(refused, Err(ServiceError::ActivationExpired)));
    }

    #[tokio::test]
    async fn what_has_changed_while_the_password_was_hashed_counts() {
        let expired = (Some(expired_at(MockPorts::now())), Some(ada()));
        for (token, user) in no_match().into_iter().chain([expired]) {
            let described = format!("{token:?} {user:?}");
            let ports = hashing(holding(MockWork::dropped(), user, token));
            assert!(matches!(activate_with(ports, &link()).await, Err(ServiceError::ActivationExpired)), "{described}");
        }
    }

    #[tokio::test]
    async fn nobody_is_said_to_be_in_when_the_commit_was_lost() {
        let work = letting_in(holding(MockWork::lost(), Some(ada()), Some(token())));
        let lost = activate_with(hashing(work), &link()).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
