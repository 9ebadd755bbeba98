//! Sending mails.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::{ListingId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::user::{Email, Role, UserStatus};

use super::{AccountSecret, Source};

/// A person as a mail names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailPerson {
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub phone_number: Option<String>,
}

/// What a mail needs to know, read when it is worded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFacts {
    pub recipient: MailPerson,
    pub locale: Locale,
    /// `None` once the account is gone.
    pub account: Option<MailAccount>,
    /// The application that the mail speaks of.
    pub application: Option<MailApplication>,
    /// The listing that the mail speaks of.
    pub listing: Option<MailListing>,
    /// What waits for the recipient's decision; only where the mail is about that.
    pub waiting: Vec<MailWaiting>,
}

/// The recipient's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAccount {
    pub id: UserId,
    pub role: Role,
    pub status: UserStatus,
}

/// The application that a mail speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailApplication {
    pub listing_title: String,
    /// `None` when the listing is gone.
    pub listing_id: Option<ListingId>,
    /// `None` when the person is gone.
    pub student: Option<MailPerson>,
    pub landlord: Option<MailPerson>,
}

/// The listing that a mail speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailListing {
    pub id: ListingId,
    pub title: String,
    /// Why it was taken down, while it is.
    pub takedown_reason: Option<String>,
}

/// Things of one kind that wait for a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailWaiting {
    pub what: WaitingMatter,
    pub count: u64,
    /// Since when the oldest of them waits.
    pub oldest: DateTime<Utc>,
}

/// What somebody has to decide on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WaitingMatter {
    /// For administrators.
    StudentRegistrations,
    LandlordRegistrations,
    /// For administrators, of all listings.
    Applications,
    /// For the landlord, of the listing with this title.
    ApplicationsTo(String),
}

/// A mail, ready to be worded and sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// Becomes part of the `Message-ID`, so that a mail that is sent twice can be recognised.
    pub id: portal_domain::ids::MailId,
    pub purpose: MailPurpose,
    pub facts: MailFacts,
    /// The token of the mail's link, where the purpose has one.
    pub token: Option<MailToken>,
    /// When it is worded.
    pub now: DateTime<Utc>,
}

/// What lets the reader of a mail set a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailToken {
    pub secret: AccountSecret,
    /// How long the link can be used from now on.
    pub valid_for: TimeDelta,
}

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The server will not take this mail, now or ever.
    #[error("the mail was refused")]
    Refused(#[source] Source),
    /// Trying again later may help.
    #[error("the mail server is unavailable")]
    Unavailable(#[source] Source),
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Words the mail in its reader's language, as HTML and text, and hands it to the mail server.
    async fn send(&self, message: &MailMessage) -> Result<(), MailError>;
}
