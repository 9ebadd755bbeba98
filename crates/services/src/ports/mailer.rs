//! The delivery of mails.

use std::net::IpAddr;

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::application::Decision;
use portal_domain::ids::{ListingId, SavedSearchId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::money::Cents;
use portal_domain::rejection::RejectionReason;
use portal_domain::stored::Stored;
use portal_domain::user::{Email, Role, UserStatus};

use super::{AccountSecret, Source, UnsubscribeToken};

/// A user in a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailUser {
    /// `None` without an account.
    pub id: Option<UserId>,
    pub first_name: String,
    pub last_name: String,
    pub email: Email,
    pub phone_number: Option<String>,
}

/// The data of a mail, read when it is rendered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFacts {
    pub recipient: MailUser,
    pub locale: Locale,
    /// `None` once the account is deleted.
    pub account: Option<MailAccount>,
    /// The application that the mail is about.
    pub application: Option<MailApplication>,
    /// The listing that the mail is about.
    pub listing: Option<MailListing>,
    /// The title of the deleted listing that the mail is about.
    pub deleted_listing: Option<String>,
    /// The login that the mail is about; `None` also if its session has ended.
    pub login: Option<MailLogin>,
    /// The pending reviews of the recipient; only in reminders.
    pub waiting: Vec<PendingReviews>,
    /// The saved searches that the mail is about.
    pub searches: Vec<MailSavedSearch>,
}

/// The recipient's account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAccount {
    pub id: UserId,
    pub role: Role,
    pub status: UserStatus,
}

/// The application that a mail is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailApplication {
    pub listing_title: String,
    /// `None` if the listing is deleted.
    pub listing_id: Option<ListingId>,
    /// `None` if the user is deleted.
    pub student: Option<MailUser>,
    pub landlord: Option<MailUser>,
    /// The decision that the student sees.
    pub badge: Decision,
    pub grounds: MailGrounds,
}

/// What the reviewer says about a rejection.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MailGrounds {
    pub reason: Option<Stored<RejectionReason>>,
    pub note: Option<String>,
}

/// The listing that a mail is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailListing {
    pub id: ListingId,
    pub title: String,
    pub status: ListingStatus,
    /// Set while the listing is taken down.
    pub takedown_reason: Option<String>,
    /// Its last day; `None`: without end.
    pub available_until: Option<NaiveDate>,
}

/// A saved search that a mail is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSavedSearch {
    pub id: SavedSearchId,
    pub name: String,
    /// What it has found; empty if the mail is about the search itself.
    pub finds: Vec<MailFind>,
    /// Further finds, which the mail only counts.
    pub more: u64,
}

/// A listing that a saved search has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailFind {
    pub listing: ListingId,
    pub title: String,
    pub city: String,
    pub district: Option<String>,
    pub total_rent: Cents,
    /// The rent that the student was told before, if it has fallen.
    pub previous_rent: Option<Cents>,
    /// The location of the first image.
    pub image: Option<String>,
}

/// How the reader of a mail ends such mails without a login.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailUnsubscribe {
    /// For mail programs (RFC 8058): ends the mails of all that this one is about.
    pub all: UnsubscribeToken,
    /// Those of `searches`, in their order.
    pub searches: Vec<UnsubscribeToken>,
}

/// The login that a mail is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailLogin {
    /// Browser and system; `None`: unknown.
    pub device: Option<String>,
    pub address: Option<IpAddr>,
}

/// Pending reviews of one kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingReviews {
    pub what: ReviewKind,
    pub count: u64,
    /// The start of the longest wait among them.
    pub oldest: DateTime<Utc>,
}

/// What a reviewer has to decide on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewKind {
    /// For administrators.
    StudentRegistrations,
    LandlordRegistrations,
    /// For administrators, to all listings.
    Applications,
    /// For the landlord, to the listing with this title.
    ApplicationsTo(String),
}

/// A mail to render and send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailMessage {
    /// Part of the `Message-ID`, so that recipients recognize a mail that is sent twice.
    pub id: portal_domain::ids::MailId,
    pub purpose: MailPurpose,
    pub facts: MailFacts,
    /// The token of the mail's link, where the purpose has one.
    pub token: Option<MailToken>,
    /// Only in mails about what saved searches have found.
    pub unsubscribe: Option<MailUnsubscribe>,
    /// When the mail is rendered.
    pub now: DateTime<Utc>,
}

/// The token that sets a password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailToken {
    pub secret: AccountSecret,
    /// How long the link is valid from now on.
    pub valid_for: TimeDelta,
}

#[derive(Debug, thiserror::Error)]
pub enum MailError {
    /// The server rejected the mail permanently.
    #[error("the mail was rejected")]
    Refused(#[source] Source),
    /// No connection to the server, or no login: for now, it takes no other mail either.
    #[error("no session with the mail server")]
    NoSession(#[source] Source),
    /// A transient error: a retry may help.
    #[error("the mail server is unavailable")]
    Unavailable(#[source] Source),
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Renders the mail in the recipient's language, as HTML and text, and passes it to the mail
    /// server. Takes at most [`mail_delivery_timeout`], on which leases rely.
    ///
    /// [`mail_delivery_timeout`]: crate::config::ServiceConfig::mail_delivery_timeout
    async fn send(&self, message: &MailMessage) -> Result<(), MailError>;
}
