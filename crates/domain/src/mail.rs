//! Mails: whom the portal writes to, and why.
//!
//! A mail is stored as person and purpose, and worded when it is sent: no text, link or token lies in
//! the database, and a person who was erased meanwhile gets none.

use chrono::{DateTime, Utc};

use crate::account_token::AccountTokenPurpose;
use crate::closed_set::closed_set;
use crate::ids::{ApplicationId, ListingId, MailId, UserId};
use crate::locale::Locale;
use crate::user::Email;

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
        /// To the student, once: the answer takes longer than usual.
        ApplicationWaiting = "APPLICATION_WAITING",
        /// To the student: the listing is rented or archived; the application stays open.
        ListingUnavailable = "LISTING_UNAVAILABLE",
        /// To the student: the listing was deleted, and with it the application ended.
        ListingDeleted = "LISTING_DELETED",
        /// To the landlord: an administrator took the listing down, and why.
        ListingTakenDown = "LISTING_TAKEN_DOWN",
        /// To whoever reported a listing and left an address: the report has arrived.
        ReportReceived = "REPORT_RECEIVED",
        /// To the landlord: may the operator ask for a donation? It is voluntary.
        DonationRequested = "DONATION_REQUESTED",
        /// To whoever should decide: everything that waits for them, at most once a week.
        ReviewsWaiting = "REVIEWS_WAITING",
        /// Somebody has signed up: the request has arrived and is being checked.
        RegistrationReceived = "REGISTRATION_RECEIVED",
        /// The request was approved; with the link that sets the password.
        RegistrationApproved = "REGISTRATION_APPROVED",
        /// The request was not approved.
        RegistrationRejected = "REGISTRATION_REJECTED",
        /// A new link that sets the password, in place of the older one.
        ActivationResent = "ACTIVATION_RESENT",
        /// To somebody whom an administrator made an administrator; with the link that sets the password.
        AdministratorInvited = "ADMINISTRATOR_INVITED",
        /// To whoever has an account at the address: the link that sets a new password.
        PasswordForgotten = "PASSWORD_FORGOTTEN",
        /// The password was changed, by whichever way: a notice for whoever did not do it.
        PasswordChanged = "PASSWORD_CHANGED",
        /// An administrator deactivated the account.
        AccountDeactivated = "ACCOUNT_DEACTIVATED",
        /// An administrator activated the account again.
        AccountReactivated = "ACCOUNT_REACTIVATED",
        /// The account was deleted.
        AccountDeleted = "ACCOUNT_DELETED",
    }
}

impl MailPurpose {
    /// What the link in the mail does, if it carries one with a token.
    pub const fn token(self) -> Option<AccountTokenPurpose> {
        match self {
            Self::RegistrationApproved | Self::ActivationResent | Self::AdministratorInvited => {
                Some(AccountTokenPurpose::Activation)
            }
            Self::PasswordForgotten => Some(AccountTokenPurpose::PasswordReset),
            _ => None,
        }
    }
}

/// Whom a mail is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// Somebody with an account. Nobody, once it is deleted.
    User(UserId),
    /// Whoever may have an account at this address when the mail is worded; perhaps nobody. Asking for
    /// such a mail does the same work whether or not there is one.
    Address(Email),
    /// Somebody without an account, who left an address and reads this language.
    Stranger { email: Email, locale: Locale },
    /// Somebody whose account is gone. What is left of them in the portal goes with this mail.
    Former(FormerUser),
}

/// What the last mail to somebody needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormerUser {
    pub email: Email,
    pub first_name: String,
    pub last_name: String,
    pub locale: Locale,
}

/// A mail that waits to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    pub id: MailId,
    pub recipient: Recipient,
    pub purpose: MailPurpose,
    /// The application that the mail speaks of, if it speaks of one.
    pub application: Option<ApplicationId>,
    /// The listing that the mail speaks of, if not by way of an application.
    pub listing: Option<ListingId>,
    pub date_created: DateTime<Utc>,
}
