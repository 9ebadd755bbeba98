use chrono::TimeDelta;
use mockall::Sequence;
use uuid::Uuid;

use super::*;
use crate::ports::{Attempts, Credentials, MockPasswordHasher, MockUserQueries, PasswordHash, StoreError};
use crate::testing::samples::STUDENT;
use crate::testing::{MockPorts, MockWork};

/// The session in which the password is exchanged.
const THIS: SessionId = SessionId(Uuid::from_u128(50));

fn credentials(status: UserStatus, password: Option<&str>) -> Credentials {
    let password = password.map(|hash| PasswordHash(hash.to_owned()));
    Credentials { user_id: STUDENT.user_id, role: STUDENT.role, status, password }
}

/// Ports whose account has the password `old`.
fn ports_knowing_ada() -> MockPorts {
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

/// The same, when this is the `count`th attempt.
fn ports(count: u32) -> MockPorts {
    let mut ports = ports_knowing_ada();
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

/// The same, once the attempt has succeeded and the new password is hashed.
fn succeeding(work: MockWork) -> MockPorts {
    let mut ports = ports(10);
    let counter = format!("own-password:{}", STUDENT.user_id);
    ports.attempts.expect_clear().once().withf(move |key| *key == counter).returning(|_| Ok(()));
    ports.passwords.expect_hash().once().returning(|password| Ok(PasswordHash(format!("hash of {password}"))));
    ports.store = MockWork::begun_by([work]);
    ports
}

async fn change_with(ports: MockPorts, old: &str) -> Result<(), ServiceError> {
    change_password(&ports.build(), STUDENT, THIS, old.to_owned(), "new".to_owned()).await
}

fn holding(mut work: MockWork, present: Option<Credentials>) -> MockWork {
    let lock = work.users.expect_find_credentials_for_update().once();
    lock.withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(present));
    work
}

/// Everything that a new password brings about.
fn exchanging(work: MockWork) -> MockWork {
    let mut order = Sequence::new();
    let mut work = work.mailing([(STUDENT.user_id, MailPurpose::PasswordChanged)]);
    let set = work.users.expect_set_password().once().in_sequence(&mut order);
    set.withf(|id, hash, now| (*id, hash.0.as_str(), *now) == (STUDENT.user_id, "hash of new", MockPorts::now()))
        .returning(|_, _, _| Ok(()));
    let forgotten = work.account_tokens.expect_delete_all().once().in_sequence(&mut order);
    forgotten
        .withf(|id, purpose| (*id, *purpose) == (STUDENT.user_id, AccountTokenPurpose::PasswordReset))
        .returning(|_, _| Ok(()));
    let ended = work.sessions.expect_delete_all_of().once().in_sequence(&mut order);
    ended.withf(|id, except| (*id, *except) == (STUDENT.user_id, Some(THIS))).returning(|_, _| Ok(()));
    work
}

#[tokio::test]
async fn a_new_password_ends_every_other_session_and_every_link_and_is_told_by_mail() {
    let work = holding(MockWork::committed(), Some(credentials(UserStatus::Active, Some("hash of old"))));
    change_with(succeeding(exchanging(work)), "old").await.unwrap();
}

#[tokio::test]
async fn a_wrong_password_changes_nothing_and_stays_counted() {
    assert!(matches!(change_with(ports(1), "guessed").await, Err(ServiceError::WrongOldPassword)));
}

#[tokio::test]
async fn whoever_has_no_password_has_none_to_exchange() {
    for known in [None, Some(credentials(UserStatus::Active, None))] {
        let mut ports = ports(1);
        ports.users = MockUserQueries::new();
        ports.users.expect_find_credentials_of().once().return_once(move |_| Ok(known));
        assert!(matches!(change_with(ports, "old").await, Err(ServiceError::WrongOldPassword)));
    }
}

#[tokio::test]
async fn the_eleventh_guess_waits_and_is_not_even_checked() {
    let mut ports = ports(11);
    ports.passwords = MockPasswordHasher::new();
    let waits = change_with(ports, "old").await;
    let Err(ServiceError::TooManyAttempts { retry_after }) = waits else { panic!("{waits:?}") };
    assert_eq!(retry_after, TimeDelta::minutes(3));
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    let mut ports = ports_knowing_ada();
    ports.rules.limits_enabled = false;
    assert!(matches!(change_with(ports, "guessed").await, Err(ServiceError::WrongOldPassword)));
}

/// Somebody who knows the old password is at it while its owner gets rid of it.
#[tokio::test]
async fn a_password_that_was_exchanged_meanwhile_opens_nothing_more() {
    for meanwhile in [
        credentials(UserStatus::Active, Some("hash of the owner's new one")),
        credentials(UserStatus::Active, None),
        credentials(UserStatus::Inactive, Some("hash of old")),
    ] {
        let ports = succeeding(holding(MockWork::dropped(), Some(meanwhile.clone())));
        assert!(matches!(change_with(ports, "old").await, Err(ServiceError::WrongOldPassword)), "{meanwhile:?}");
    }
    let gone = change_with(succeeding(holding(MockWork::dropped(), None)), "old").await;
    assert!(matches!(gone, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn nothing_is_said_to_be_changed_when_the_commit_was_lost() {
    let work = holding(MockWork::lost(), Some(credentials(UserStatus::Active, Some("hash of old"))));
    let lost = change_with(succeeding(exchanging(work)), "old").await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
