use super::*;
use crate::ports::{StoreError, USER_EMAIL_TAKEN};
use crate::testing::samples::{ADMIN, earlier, email};
use crate::testing::{MockPorts, MockWork};

fn invitation() -> Invitation {
    Invitation {
        email: email(" Root@Portal.test"),
        first_name: "Root".to_owned(),
        last_name: "Admin".to_owned(),
        gender: Gender::Other,
        phone_number: Some("+49 30 1".to_owned()),
        date_of_birth: NaiveDate::from_ymd_opt(1933, 4, 23),
        locale: None,
    }
}

fn invited() -> User {
    let now = MockPorts::now();
    User {
        id: UserId(MockPorts::identifier(1)),
        email: email("root@portal.test"),
        first_name: "Root".to_owned(),
        last_name: "Admin".to_owned(),
        gender: Gender::Other,
        date_of_birth: NaiveDate::from_ymd_opt(1933, 4, 23),
        phone_number: Some("+49 30 1".to_owned()),
        role: Role::Admin,
        status: UserStatus::RegistrationPending,
        about_me: None,
        address: None,
        locale: Locale::English,
        date_created: now,
        last_modified: now,
    }
}

async fn invite_in(work: MockWork) -> Result<User, ServiceError> {
    invite_with(work, invitation()).await
}

async fn invite_with(work: MockWork, invitation: Invitation) -> Result<User, ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports.rules.public.default_locale = Locale::English;
    invite_administrator(&ports.build(), ADMIN, invitation).await
}

#[tokio::test]
async fn an_invitation_without_phone_date_of_birth_and_language_gets_the_defaults() {
    for (given, expected) in
        [(None, Locale::English), (Some(Locale::German), Locale::German), (Some(Locale::English), Locale::English)]
    {
        let mut work = MockWork::committed().mailing([(invited().id, MailPurpose::AdministratorInvited)]);
        work.users.expect_insert().once().returning(|_, _| Ok(()));
        let sparse = Invitation { phone_number: None, date_of_birth: None, locale: given, ..invitation() };
        let user = invite_with(work, sparse).await.unwrap();
        assert_eq!(user.phone_number.as_deref(), Some("-"));
        assert_eq!(user.date_of_birth, NaiveDate::from_ymd_opt(2000, 1, 1));
        assert_eq!(user.locale, expected);
    }
}

#[tokio::test]
async fn the_account_has_no_password_and_its_link_is_mailed_in_the_portals_language() {
    let mut work = MockWork::committed().mailing([(invited().id, MailPurpose::AdministratorInvited)]);
    let added = work.users.expect_insert().once();
    added.withf(|user, password| *user == invited() && password.is_none()).returning(|_, _| Ok(()));
    assert_eq!(invite_in(work).await.unwrap(), invited());
}

#[tokio::test]
async fn an_address_in_use_is_refused_by_name_and_other_conflicts_are_not_mistaken_for_it() {
    let conflicting = |constraint: &'static str| {
        let mut work = MockWork::dropped();
        work.users.expect_insert().once().returning(|_, _| Err(StoreError::Conflict(constraint.to_owned())));
        work
    };
    assert!(matches!(invite_in(conflicting(USER_EMAIL_TAKEN)).await, Err(ServiceError::EmailTaken)));
    let other = invite_in(conflicting("users_pkey")).await;
    assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))));
}

#[tokio::test]
async fn nobody_is_invited_before_they_are_born() {
    let born_later = Invitation { date_of_birth: MockPorts::now().date_naive().succ_opt(), ..invitation() };
    assert!(Some(earlier().date_naive()) < born_later.date_of_birth);
    let refused = invite_administrator(&MockPorts::default().build(), ADMIN, born_later).await;
    assert!(matches!(refused, Err(ServiceError::DateOfBirth(_))), "{refused:?}");
}

#[tokio::test]
async fn nobody_is_said_to_be_invited_when_the_commit_was_lost() {
    let mut work = MockWork::lost().mailing([(invited().id, MailPurpose::AdministratorInvited)]);
    work.users.expect_insert().once().returning(|_, _| Ok(()));
    assert!(matches!(invite_in(work).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
