//! Creates an administrator, who sets the password by an emailed link.

use chrono::NaiveDate;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_domain::user::{Email, Gender, Role, User, UserStatus};

use super::{insert_user, validate_date_of_birth};
use crate::error::ServiceError;
use crate::ports::{Ports, SecurityRecord};
use crate::{audit, outbox};

/// The data of a new administrator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdministratorInvitation {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    /// `-` if not given.
    pub phone_number: Option<String>,
    /// 2000-01-01 if not given.
    pub date_of_birth: Option<NaiveDate>,
    /// The language of the invitation and of later mails; the default locale if not given.
    pub locale: Option<Locale>,
}

/// Stored if no phone number is given.
const NO_PHONE_NUMBER: &str = "-";
/// Stored if no date of birth is given: 2000-01-01.
const NO_DATE_OF_BIRTH: Option<NaiveDate> = NaiveDate::from_ymd_opt(2000, 1, 1);

/// Creates the account and sends the invitation.
pub async fn create_administrator(
    ports: &Ports,
    actor: Actor,
    invitation: AdministratorInvitation,
) -> Result<User, ServiceError> {
    if let Some(date) = invitation.date_of_birth {
        validate_date_of_birth(ports, date)?;
    }
    let now = ports.clock.now();
    let user = User {
        id: UserId(ports.identifiers.next()),
        email: invitation.email,
        first_name: invitation.first_name,
        last_name: invitation.last_name,
        gender: invitation.gender,
        date_of_birth: invitation.date_of_birth.or(NO_DATE_OF_BIRTH),
        phone_number: Some(invitation.phone_number.unwrap_or_else(|| NO_PHONE_NUMBER.to_owned())),
        role: Role::Administrator,
        status: UserStatus::RegistrationPending,
        about_me: None,
        address: None,
        locale: invitation.locale.unwrap_or(ports.config.public.default_locale),
        date_created: now,
        last_modified: now,
    };
    let mut work = ports.store.begin().await?;
    insert_user(work.as_mut(), &user, None).await?;
    let invitation = outbox::mail(ports, Recipient::User(user.id), MailPurpose::AdministratorInvited);
    work.outbox().push(&[invitation]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::AdministratorInvited, user.id).await?;
    work.commit().await?;
    ports.security_log.record(SecurityRecord::of_user(
        SecurityEvent::AdministratorInvitation,
        SecurityOutcome::Success,
        actor.user_id,
    ));
    Ok(user)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{StoreError, USER_EMAIL_TAKEN};
    use crate::testing::samples::{ADMINISTRATOR, earlier, email};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn invitation() -> AdministratorInvitation {
        AdministratorInvitation {
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
            role: Role::Administrator,
            status: UserStatus::RegistrationPending,
            about_me: None,
            address: None,
            locale: Locale::English,
            date_created: now,
            last_modified: now,
        }
    }

    async fn invite_in(work: MockUnitOfWork) -> Result<User, ServiceError> {
        invite_with(work, invitation()).await
    }

    async fn invite_with(work: MockUnitOfWork, invitation: AdministratorInvitation) -> Result<User, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports.config.public.default_locale = Locale::English;
        create_administrator(&ports.build(), ADMINISTRATOR, invitation).await
    }

    #[tokio::test]
    async fn create_administrator_without_optional_data_uses_defaults() {
        for (given, expected) in
            [(None, Locale::English), (Some(Locale::German), Locale::German), (Some(Locale::English), Locale::English)]
        {
            let mut work =
                MockUnitOfWork::committed().expecting_mails([(invited().id, MailPurpose::AdministratorInvited)]);
            work.users.expect_insert().once().returning(|_, _| Ok(()));
            let sparse =
                AdministratorInvitation { phone_number: None, date_of_birth: None, locale: given, ..invitation() };
            let user = invite_with(work, sparse).await.unwrap();
            assert_eq!(user.phone_number.as_deref(), Some("-"));
            assert_eq!(user.date_of_birth, NaiveDate::from_ymd_opt(2000, 1, 1));
            assert_eq!(user.locale, expected);
        }
    }

    #[tokio::test]
    async fn create_administrator_inserts_user_without_password_and_queues_invitation() {
        let mut work = MockUnitOfWork::committed().expecting_mails([(invited().id, MailPurpose::AdministratorInvited)]);
        let added = work.users.expect_insert().once();
        added.withf(|user, password| *user == invited() && password.is_none()).returning(|_, _| Ok(()));
        assert_eq!(invite_in(work).await.unwrap(), invited());
    }

    #[tokio::test]
    async fn create_administrator_used_email_is_email_taken_and_other_conflicts_are_not() {
        let conflicting = |constraint: &'static str| {
            let mut work = MockUnitOfWork::dropped();
            work.users.expect_insert().once().returning(|_, _| Err(StoreError::Conflict(constraint.to_owned())));
            work
        };
        assert!(matches!(invite_in(conflicting(USER_EMAIL_TAKEN)).await, Err(ServiceError::EmailTaken)));
        let other = invite_in(conflicting("users_pkey")).await;
        assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))));
    }

    #[tokio::test]
    async fn create_administrator_date_of_birth_in_future_is_rejected() {
        let born_tomorrow =
            AdministratorInvitation { date_of_birth: MockPorts::now().date_naive().succ_opt(), ..invitation() };
        assert!(Some(earlier().date_naive()) < born_tomorrow.date_of_birth);
        let result = create_administrator(&MockPorts::default().build(), ADMINISTRATOR, born_tomorrow).await;
        assert!(matches!(result, Err(ServiceError::DateOfBirth(_))), "{result:?}");
    }

    #[tokio::test]
    async fn create_administrator_lost_commit_fails() {
        let mut work =
            MockUnitOfWork::with_lost_commit().expecting_mails([(invited().id, MailPurpose::AdministratorInvited)]);
        work.users.expect_insert().once().returning(|_, _| Ok(()));
        assert!(matches!(invite_in(work).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
