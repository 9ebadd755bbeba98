//! An administrator makes another one, who sets the password by the link in a mail.

use chrono::NaiveDate;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::{Email, Gender, Role, User, UserStatus};

use super::{add, check_date_of_birth};
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Who is to become an administrator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    /// `-` where not given.
    pub phone_number: Option<String>,
    /// 2000-01-01 where not given.
    pub date_of_birth: Option<NaiveDate>,
    /// The language of the invitation and of later mails; the portal's own where not given.
    pub locale: Option<Locale>,
}

/// What stands for a telephone number that was not given.
const NO_PHONE_NUMBER: &str = "-";
/// What stands for a date of birth that was not given: 2000-01-01.
const NO_DATE_OF_BIRTH: Option<NaiveDate> = NaiveDate::from_ymd_opt(2000, 1, 1);

/// Makes the account and sends the invitation.
pub async fn invite_administrator(ports: &Ports, actor: Actor, invitation: Invitation) -> Result<User, ServiceError> {
    if let Some(date) = invitation.date_of_birth {
        check_date_of_birth(ports, date)?;
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
        role: Role::Admin,
        status: UserStatus::RegistrationPending,
        about_me: None,
        address: None,
        locale: invitation.locale.unwrap_or(ports.rules.public.default_locale),
        date_created: now,
        last_modified: now,
    };
    let mut work = ports.store.begin().await?;
    add(work.as_mut(), &user, None).await?;
    let invitation = outbox::mail(ports, Recipient::User(user.id), MailPurpose::AdministratorInvited);
    work.outbox().push(&[invitation]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::AdministratorInvited, user.id).await?;
    work.commit().await?;
    Ok(user)
}

#[cfg(test)]
mod tests;
