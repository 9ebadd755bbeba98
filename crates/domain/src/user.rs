//! People: who they are, which role they have and whether they may act.

use chrono::{DateTime, Datelike, NaiveDate, Utc};

use crate::closed_set::closed_set;
use crate::ids::UserId;
use crate::locale::Locale;
use crate::text::is_unprintable;

closed_set! {
    /// What a person may do here.
    Role { Admin = "ADMIN", Landlord = "LANDLORD", Student = "STUDENT" }
}

closed_set! {
    /// Where a person stands between signing up and acting. Only `Active` people log in.
    UserStatus {
        /// Signed up and waiting for an administrator.
        New = "NEW",
        /// Approved or invited, and waiting to set a password.
        RegistrationPending = "REGISTRATION_PENDING",
        Active = "ACTIVE",
        /// Deactivated by an administrator.
        Inactive = "INACTIVE",
    }
}

closed_set! {
    Gender { Male = "MALE", Female = "FEMALE", Other = "OTHER" }
}

/// An e-mail address, trimmed and in lower case: two spellings of one address are one account.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// The longest address that mail servers must accept (RFC 5321).
    pub const MAX_CHARS: usize = 254;

    /// Normalises an address. Whether it is deliverable only the mail server knows; this refuses what
    /// could never be: no or several `@`, an empty side, white space or control characters.
    pub fn parse(text: &str) -> Option<Self> {
        let email = text.trim().to_lowercase();
        let (local, host) = email.split_once('@')?;
        let fits = email.chars().count() <= Self::MAX_CHARS
            && !local.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !host.contains('@')
            && !email.chars().any(|c| c.is_whitespace() || is_unprintable(c) || "<>,;:\"()[]\\".contains(c));
        fits.then_some(Self(email))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserAddress {
    pub street: String,
    pub house_number: String,
    pub postal_code: String,
    pub city: String,
}

/// A person with an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct User {
    pub id: UserId,
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    pub date_of_birth: Option<NaiveDate>,
    pub phone_number: Option<String>,
    pub role: Role,
    pub status: UserStatus,
    /// What students say of themselves.
    pub about_me: Option<String>,
    /// Where landlords live.
    pub address: Option<UserAddress>,
    /// The language of the mails to this person.
    pub locale: Locale,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

/// Why a date is nobody's day of birth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DateOfBirthError {
    #[error("the day of birth is still to come")]
    Future,
    #[error("nobody is that old")]
    TooLongAgo,
}

/// Takes days from 1900 until today.
pub fn check_date_of_birth(date: NaiveDate, today: NaiveDate) -> Result<(), DateOfBirthError> {
    if date > today {
        Err(DateOfBirthError::Future)
    } else if date.year() < 1900 {
        Err(DateOfBirthError::TooLongAgo)
    } else {
        Ok(())
    }
}

/// What a person may change of themselves. What does not belong to their role is `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    pub phone_number: String,
    /// `None`: as it is.
    pub locale: Option<Locale>,
    pub about_me: Option<String>,
    pub address: Option<UserAddress>,
}

/// Why a person could not be activated or deactivated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the person has not finished the registration")]
pub struct NotActivated;

/// Why a user cannot be sent an activation link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoActivation {
    /// The registration waits for an administrator, or was rejected.
    #[error("the registration was not approved")]
    NotApproved,
    #[error("the account was activated before")]
    AlreadyActivated,
}

impl User {
    /// The person's own changes. Texts that belong to another role are passed over.
    pub fn update_profile(&mut self, profile: Profile, now: DateTime<Utc>) {
        let Profile { first_name, last_name, gender, phone_number, locale, about_me, address } = profile;
        self.first_name = first_name;
        self.last_name = last_name;
        self.gender = gender;
        self.phone_number = Some(phone_number);
        self.locale = locale.unwrap_or(self.locale);
        match self.role {
            Role::Student => self.about_me = about_me.or(self.about_me.take()),
            Role::Landlord => self.address = address.or(self.address.take()),
            Role::Admin => {}
        }
        self.last_modified = now;
    }

    /// An administrator lets the person in, or keeps them out. Whoever has not set a password yet can be
    /// neither. Returns whether anything has changed.
    pub fn set_active(&mut self, active: bool, now: DateTime<Utc>) -> Result<bool, NotActivated> {
        let status = match (self.status, active) {
            (UserStatus::New | UserStatus::RegistrationPending, _) => return Err(NotActivated),
            (_, true) => UserStatus::Active,
            (_, false) => UserStatus::Inactive,
        };
        let changed = status != self.status;
        if changed {
            self.status = status;
            self.last_modified = now;
        }
        Ok(changed)
    }

    /// Takes users who were approved or invited and have not set a password yet.
    pub const fn check_awaits_activation(&self) -> Result<(), NoActivation> {
        match self.status {
            UserStatus::RegistrationPending => Ok(()),
            UserStatus::New => Err(NoActivation::NotApproved),
            UserStatus::Active | UserStatus::Inactive => Err(NoActivation::AlreadyActivated),
        }
    }

    /// The person has set a password, after an approval or an invitation.
    pub fn finish_registration(&mut self, now: DateTime<Utc>) {
        self.status = UserStatus::Active;
        self.last_modified = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_trimmed_and_case_insensitive() {
        assert_eq!(Email::parse("  Ada@Example.ORG "), Email::parse("ada@example.org"));
    }

    fn user(role: Role, status: UserStatus) -> User {
        User {
            id: UserId(uuid::Uuid::nil()),
            email: Email::parse("ada@example.org").unwrap(),
            first_name: "Ada".to_owned(),
            last_name: "Lovelace".to_owned(),
            gender: Gender::Female,
            date_of_birth: None,
            phone_number: None,
            role,
            status,
            about_me: Some("before".to_owned()),
            address: None,
            locale: Locale::German,
            date_created: DateTime::UNIX_EPOCH,
            last_modified: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn only_whoever_has_finished_the_registration_is_let_in_or_kept_out() {
        let later = DateTime::UNIX_EPOCH + chrono::TimeDelta::seconds(1);
        for status in [UserStatus::New, UserStatus::RegistrationPending] {
            for active in [true, false] {
                let mut user = user(Role::Student, status);
                assert_eq!(user.set_active(active, later), Err(NotActivated));
                assert_eq!(user.status, status);
            }
        }
        let mut user = user(Role::Student, UserStatus::Active);
        assert_eq!(user.set_active(false, later), Ok(true));
        assert_eq!((user.status, user.last_modified), (UserStatus::Inactive, later));
        assert_eq!(user.set_active(false, later), Ok(false));
        assert_eq!(user.set_active(true, later), Ok(true));
        assert_eq!(user.status, UserStatus::Active);
    }

    #[test]
    fn an_activation_link_is_for_users_who_were_approved_and_have_no_password() {
        let awaits = |status| user(Role::Student, status).check_awaits_activation();
        assert_eq!(awaits(UserStatus::RegistrationPending), Ok(()));
        assert_eq!(awaits(UserStatus::New), Err(NoActivation::NotApproved));
        for status in [UserStatus::Active, UserStatus::Inactive] {
            assert_eq!(awaits(status), Err(NoActivation::AlreadyActivated), "{status}");
        }
    }

    #[test]
    fn a_profile_changes_only_what_belongs_to_the_role() {
        let address = UserAddress {
            street: "Hauptstraße".to_owned(),
            house_number: "1".to_owned(),
            postal_code: "80331".to_owned(),
            city: "München".to_owned(),
        };
        let profile = Profile {
            first_name: "Grace".to_owned(),
            last_name: "Hopper".to_owned(),
            gender: Gender::Other,
            phone_number: "+49 89 1".to_owned(),
            locale: None,
            about_me: Some("after".to_owned()),
            address: Some(address.clone()),
        };
        for (role, about_me, kept) in
            [(Role::Student, "after", None), (Role::Landlord, "before", Some(address)), (Role::Admin, "before", None)]
        {
            let mut user = user(role, UserStatus::Active);
            user.update_profile(profile.clone(), DateTime::UNIX_EPOCH);
            assert_eq!((user.about_me.as_deref(), &user.address), (Some(about_me), &kept), "{role}");
            assert_eq!(user.locale, Locale::German);
        }
    }

    #[test]
    fn a_day_of_birth_lies_between_1900_and_today() {
        let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap();
        let today = day(2026, 11, 21);
        for good in [day(1900, 1, 1), day(2004, 2, 29), today] {
            assert_eq!(check_date_of_birth(good, today), Ok(()), "{good}");
        }
        assert_eq!(check_date_of_birth(day(2026, 11, 22), today), Err(DateOfBirthError::Future));
        assert_eq!(check_date_of_birth(day(1899, 12, 31), today), Err(DateOfBirthError::TooLongAgo));
        assert_eq!(check_date_of_birth(NaiveDate::MIN, today), Err(DateOfBirthError::TooLongAgo));
    }

    #[test]
    fn what_could_never_be_delivered_is_no_email() {
        for text in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "ada@org",
            "a@b@c.de",
            "a b@c.de",
            "a@c.de\r\nBcc: x@y.de",
            "a@.de",
            "a@b.de,c@d.de",
            "a\u{202e}@b.de",
        ] {
            assert_eq!(Email::parse(text), None, "{text:?}");
        }
    }
}
