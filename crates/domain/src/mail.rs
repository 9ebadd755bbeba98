//! Mails: whom the portal writes to, and why.
//!
//! A mail is stored as person and purpose, and worded when it is sent: no text, link or token lies in
//! the database, and a person who was erased meanwhile gets none.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::{ApplicationId, MailId, UserId};

closed_set! {
    /// Why the portal writes. One template a purpose and language.
    MailPurpose {
        /// To the student: the letter has arrived and is being checked.
        ApplicationSent = "APPLICATION_SENT",
        /// To the student: an administrator passed it on to the landlord.
        ApplicationForwarded = "APPLICATION_FORWARDED",
        /// To the landlord: a checked application waits.
        ApplicationReceived = "APPLICATION_RECEIVED",
        /// To the student: an administrator did not pass it on.
        ApplicationDeclined = "APPLICATION_DECLINED",
        /// To the student: the landlord said yes, with the contact data.
        ApplicationApproved = "APPLICATION_APPROVED",
        /// To the student: the landlord said no.
        ApplicationRejected = "APPLICATION_REJECTED",
        /// To the student: the listing is rented or archived; the application stays open.
        ListingUnavailable = "LISTING_UNAVAILABLE",
        /// To the student: the listing was deleted, and with it the application ended.
        ListingDeleted = "LISTING_DELETED",
    }
}

/// A mail that waits to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    pub id: MailId,
    pub recipient: UserId,
    pub purpose: MailPurpose,
    /// The application that the mail speaks of.
    pub application: ApplicationId,
    pub date_created: DateTime<Utc>,
}
