//! Users: personal data, role and status.

use chrono::{DateTime, Datelike, NaiveDate, Utc};

use crate::ids::UserId;
use crate::locale::Locale;
use crate::text::is_unprintable;
use crate::text_enum::text_enum;

text_enum! {
    /// Decides what a user may do.
    Role { Administrator = "ADMIN", Landlord = "LANDLORD", Student = "STUDENT" }
}

text_enum! {
    /// Only `Active` users can log in.
    UserStatus {
        /// Registered, waits for an administrator's decision.
        New = "NEW",
        /// Approved or invited, has not set a password yet.
        RegistrationPending = "REGISTRATION_PENDING",
        Active = "ACTIVE",
        /// Deactivated by an administrator.
        Inactive = "INACTIVE",
    }
}

text_enum! {
    Gender { Male = "MALE", Female = "FEMALE", Other = "OTHER" }
}

/// An email address, trimmed and in lower case, so that two spellings belong to one account.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// The longest address that mail servers must accept (RFC 5321).
    pub const MAX_CHARS: usize = 254;

    /// Normalizes an address. Rejects what can never be delivered: no or several `@`, an empty
    /// side, white space or control characters. Only the mail server knows whether the rest is
    /// deliverable.
    pub fn parse(text: &str) -> Option<Self> {
        let email = text.trim().to_lowercase();
        let (local, host) = email.split_once('@')?;
        let is_valid = email.chars().count() <= Self::MAX_CHARS
            && !local.is_empty()
            && host.contains('.')
            && !host.starts_with('.')
            && !host.ends_with('.')
            && !host.contains('@')
            && !email.chars().any(|c| c.is_whitespace() || is_unprintable(c) || "<>,;:\"()[]\\".contains(c));
        is_valid.then_some(Self(email))
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

/// A user account.
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
    /// Students only.
    pub about_me: Option<String>,
    /// Landlords only.
    pub address: Option<UserAddress>,
    /// The language of emails to this user.
    pub locale: Locale,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

/// Why a date of birth is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DateOfBirthError {
    #[error("the date of birth is in the future")]
    Future,
    #[error("the date of birth is before 1900")]
    TooLongAgo,
}

/// Accepts dates from 1900-01-01 until today.
pub fn validate_date_of_birth(date: NaiveDate, today: NaiveDate) -> Result<(), DateOfBirthError> {
    if date > today {
        Err(DateOfBirthError::Future)
    } else if date.year() < 1900 {
        Err(DateOfBirthError::TooLongAgo)
    } else {
        Ok(())
    }
}

/// What users can change about themselves. Fields of other roles are `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    pub first_name: String,
    pub last_name: String,
    pub gender: Gender,
    pub phone_number: String,
    /// `None`: unchanged.
    pub locale: Option<Locale>,
    pub about_me: Option<String>,
    pub address: Option<UserAddress>,
}

/// The user cannot be activated or deactivated yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the user has not finished the registration")]
pub struct RegistrationUnfinished;

/// Why a user cannot be sent an activation link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ActivationLinkError {
    /// The registration is pending or rejected.
    #[error("the registration is not approved")]
    NotApproved,
    #[error("the account is already activated")]
    AlreadyActivated,
}

impl User {
    /// Updates the user's profile. Fields that belong to another role are ignored. Returns whether
    /// anything has changed.
    pub fn update_profile(&mut self, profile: Profile, now: DateTime<Utc>) -> bool {
        let before = self.clone();
        let Profile { first_name, last_name, gender, phone_number, locale, about_me, address } = profile;
        self.first_name = first_name;
        self.last_name = last_name;
        self.gender = gender;
        self.phone_number = Some(phone_number);
        self.locale = locale.unwrap_or(self.locale);
        match self.role {
            Role::Student => self.about_me = about_me.or(self.about_me.take()),
            Role::Landlord => self.address = address.or(self.address.take()),
            Role::Administrator => {}
        }
        let changed = *self != before;
        if changed {
            self.last_modified = now;
        }
        changed
    }

    /// Activates or deactivates the user. Fails for a user who has not set a password yet. Returns
    /// whether the status has changed.
    pub fn set_active(&mut self, active: bool, now: DateTime<Utc>) -> Result<bool, RegistrationUnfinished> {
        let status = match (self.status, active) {
            (UserStatus::New | UserStatus::RegistrationPending, _) => return Err(RegistrationUnfinished),
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

    /// Fails unless the user was approved or invited and has not set a password yet.
    pub const fn ensure_awaits_activation(&self) -> Result<(), ActivationLinkError> {
        match self.status {
            UserStatus::RegistrationPending => Ok(()),
            UserStatus::New => Err(ActivationLinkError::NotApproved),
            UserStatus::Active | UserStatus::Inactive => Err(ActivationLinkError::AlreadyActivated),
        }
    }

    /// The user has set a password after an approval or an invitation.
    pub fn finish_registration(&mut self, now: DateTime<Utc>) {
        self.status = UserStatus::Active;
        self.last_modified = now;
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn email_parse_trims_and_lowercases() {
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
    fn set_active_before_registration_is_finished_is_rejected() {
        let later = DateTime::UNIX_EPOCH + TimeDelta::seconds(1);
        for status in [UserStatus::New, UserStatus::RegistrationPending] {
            for active in [true, false] {
                let mut user = user(Role::Student, status);
                assert_eq!(user.set_active(active, later), Err(RegistrationUnfinished));
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
    fn ensure_awaits_activation_accepts_only_registration_pending() {
        let awaits = |status| user(Role::Student, status).ensure_awaits_activation();
        assert_eq!(awaits(UserStatus::RegistrationPending), Ok(()));
        assert_eq!(awaits(UserStatus::New), Err(ActivationLinkError::NotApproved));
        for status in [UserStatus::Active, UserStatus::Inactive] {
            assert_eq!(awaits(status), Err(ActivationLinkError::AlreadyActivated), "{status}");
        }
    }

    #[test]
    fn update_profile_ignores_fields_of_other_roles() {
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
        for (role, about_me, kept) in [
            (Role::Student, "after", None),
            (Role::Landlord, "before", Some(address)),
            (Role::Administrator, "before", None),
        ] {
            let mut user = user(role, UserStatus::Active);
            let later = user.last_modified + TimeDelta::days(1);
            assert!(user.update_profile(profile.clone(), later));
            assert_eq!((user.about_me.as_deref(), &user.address), (Some(about_me), &kept), "{role}");
            assert_eq!((user.locale, user.last_modified), (Locale::German, later));
            assert!(!user.update_profile(profile.clone(), later + TimeDelta::days(1)), "the same again");
            assert_eq!(user.last_modified, later);
        }
    }

    #[test]
    fn validate_date_of_birth_accepts_1900_until_today() {
        let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap();
        let today = day(2026, 11, 21);
        for good in [day(1900, 1, 1), day(2004, 2, 29), today] {
            assert_eq!(validate_date_of_birth(good, today), Ok(()), "{good}");
        }
        assert_eq!(validate_date_of_birth(day(2026, 11, 22), today), Err(DateOfBirthError::Future));
        assert_eq!(validate_date_of_birth(day(1899, 12, 31), today), Err(DateOfBirthError::TooLongAgo));
        assert_eq!(validate_date_of_birth(NaiveDate::MIN, today), Err(DateOfBirthError::TooLongAgo));
    }

    #[test]
    fn email_parse_undeliverable_address_returns_none() {
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
