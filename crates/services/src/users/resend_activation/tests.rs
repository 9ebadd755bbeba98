use mockall::Sequence;
use portal_domain::user::{User, UserStatus};

use super::*;
use crate::ports::{Attempts, StoreError};
use crate::testing::samples::{ADMIN, LANDLORD, user};
use crate::testing::{MockPorts, MockWork};

fn landlord(status: UserStatus) -> User {
    user(LANDLORD, status)
}

/// Ports that find this user before the transaction, and count this mail as the `count`th of the hour.
fn ports(found: Option<User>, count: Option<u32>, works: impl IntoIterator<Item = MockWork>) -> Ports {
    let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    ports.users.expect_find_user().once().withf(|id| *id == LANDLORD.user_id).return_once(move |_| Ok(found));
    if let Some(count) = count {
        let window_ends = MockPorts::now() + TimeDelta::minutes(12);
        ports.tokens.expect_pseudonym().once().withf(|text| text == "mail:grace@portal.test").returning(str::to_owned);
        ports.attempts.expect_add().once().returning(move |_, _, _| Ok(Attempts { count, window_ends }));
    }
    ports.build()
}

async fn resend(ports: Ports) -> Result<(), ServiceError> {
    resend_activation(&ports, ADMIN, LANDLORD.user_id).await
}

fn locking(mut work: MockWork, found: Option<User>) -> MockWork {
    work.users.expect_find_for_update().once().return_once(move |_| Ok(found));
    work
}

/// Expires the older links of the user, then asks for the mail.
fn sending(work: MockWork) -> MockWork {
    let mut work = locking(work, Some(landlord(UserStatus::RegistrationPending)));
    let mut order = Sequence::new();
    let expiry = work.account_tokens.expect_expire_all().once().in_sequence(&mut order);
    expiry
        .withf(|id, purpose, now| {
            (*id, *purpose, *now) == (LANDLORD.user_id, AccountTokenPurpose::Activation, MockPorts::now())
        })
        .returning(|_, _, _| Ok(()));
    work.mailing([(LANDLORD.user_id, MailPurpose::ActivationResent)])
}

#[tokio::test]
async fn a_user_without_a_password_gets_a_new_link_and_older_ones_expire() {
    let work =
        sending(MockWork::committed()).auditing([(AuditAction::ActivationResent, Some(LANDLORD.user_id.into()))]);
    resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(3), [work])).await.unwrap();
}

#[tokio::test]
async fn one_mail_too_many_is_refused_with_the_time_to_wait() {
    let refused = resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(4), [])).await;
    let Err(ServiceError::TooManyAttempts { retry_after }) = refused else { panic!("{refused:?}") };
    assert_eq!(retry_after, TimeDelta::minutes(12));
}

#[tokio::test]
async fn a_user_who_awaits_no_activation_is_a_conflict_and_counts_no_mail() {
    for status in [UserStatus::New, UserStatus::Active, UserStatus::Inactive] {
        let refused = resend(ports(Some(landlord(status)), None, [])).await;
        assert!(matches!(refused, Err(ServiceError::NoActivation(_))), "{status}: {refused:?}");
    }
}

#[tokio::test]
async fn a_user_who_set_the_password_in_between_gets_no_link() {
    let work = locking(MockWork::dropped(), Some(landlord(UserStatus::Active)));
    let refused = resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(1), [work])).await;
    assert!(matches!(refused, Err(ServiceError::NoActivation(_))), "{refused:?}");
}

#[tokio::test]
async fn an_unknown_user_is_not_found() {
    assert!(matches!(resend(ports(None, None, [])).await, Err(ServiceError::UserNotFound)));
    let gone = locking(MockWork::dropped(), None);
    let refused = resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(1), [gone])).await;
    assert!(matches!(refused, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn a_lost_commit_is_an_error() {
    let lost =
        resend(ports(Some(landlord(UserStatus::RegistrationPending)), Some(1), [sending(MockWork::lost())])).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
}
