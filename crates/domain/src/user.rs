//! People: who they are, which role they have and whether they may act.

use chrono::{DateTime, NaiveDate, Utc};

use crate::closed_set::closed_set;
use crate::ids::UserId;
use crate::locale::Locale;

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
            && !email.chars().any(|c| c.is_whitespace() || c.is_control() || "<>,;:\"()[]\\".contains(c));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_is_trimmed_and_case_insensitive() {
        assert_eq!(Email::parse("  Ada@Example.ORG "), Email::parse("ada@example.org"));
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
        ] {
            assert_eq!(Email::parse(text), None, "{text:?}");
        }
    }
}
