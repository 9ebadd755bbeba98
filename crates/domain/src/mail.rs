//! Mails that the portal sends.
//!
//! A mail is stored as recipient and purpose, and rendered when it is sent: the database contains
//! no text, link or token, and an erased user gets no mail. Only the title of a deleted listing is
//! stored with the mail about it.

use chrono::{DateTime, Utc};

use crate::account_token::AccountTokenPurpose;
use crate::ids::{ApplicationId, ListingId, MailId, SessionId, UserId};
use crate::locale::Locale;
use crate::text_enum::text_enum;
use crate::user::Email;

text_enum! {
    /// Why a mail is sent. There is one template per purpose and language.
    MailPurpose {
        /// To the student: the application has arrived and is being reviewed.
        ApplicationSent = "APPLICATION_SENT",
        /// To the student: an administrator approved it, and it now awaits the landlord.
        ApplicationForwarded = "APPLICATION_FORWARDED",
        /// To the landlord: an application awaits the decision.
        ApplicationReceived = "APPLICATION_RECEIVED",
        /// To the student: an administrator rejected the application.
        ApplicationDeclined = "APPLICATION_DECLINED",
        /// To the student: the landlord approved it, with the contact data.
        ApplicationApproved = "APPLICATION_APPROVED",
        /// To the student: the landlord rejected it.
        ApplicationRejected = "APPLICATION_REJECTED",
        /// To the student, once: the decision takes longer than usual.
        ApplicationWaiting = "APPLICATION_WAITING",
        /// To the student: the listing is rented or archived; the application stays pending.
        ListingUnavailable = "LISTING_UNAVAILABLE",
        /// To the student: the listing was deleted and the application rejected.
        ListingDeleted = "LISTING_DELETED",
        /// To the landlord: an administrator took the listing down, and why.
        ListingTakenDown = "LISTING_TAKEN_DOWN",
        /// To the landlord: an administrator lifted the takedown.
        ListingReinstated = "LISTING_REINSTATED",
        /// To the landlord: an administrator deleted the listing.
        ListingRemoved = "LISTING_REMOVED",
        /// To the landlord, once for each last day: the listing is still public after it.
        ListingEnded = "LISTING_ENDED",
        /// To the student: what saved searches have found.
        SavedSearchResults = "SAVED_SEARCH_RESULTS",
        /// To the student, once: saved searches that were not used for long will be deleted.
        SavedSearchesUnused = "SAVED_SEARCHES_UNUSED",
        /// To a visitor who reported a listing and left an address: the report has arrived.
        ReportReceived = "REPORT_RECEIVED",
        /// To the landlord: a request for a voluntary donation.
        DonationRequested = "DONATION_REQUESTED",
        /// To a reviewer: everything that awaits their decision, at most once a week.
        ReviewsWaiting = "REVIEWS_WAITING",
        /// The registration has arrived and is being reviewed.
        RegistrationReceived = "REGISTRATION_RECEIVED",
        /// The registration was approved; with the link that sets the password.
        RegistrationApproved = "REGISTRATION_APPROVED",
        /// The registration was rejected.
        RegistrationRejected = "REGISTRATION_REJECTED",
        /// A new link that sets the password; replaces the older one.
        ActivationResent = "ACTIVATION_RESENT",
        /// To an invited administrator; with the link that sets the password.
        AdministratorInvited = "ADMINISTRATOR_INVITED",
        /// To the user with this address, if any: the link that sets a new password.
        PasswordForgotten = "PASSWORD_FORGOTTEN",
        /// The password was changed: a notice in case the user did not do it.
        PasswordChanged = "PASSWORD_CHANGED",
        /// A login from a device that the account was not used from before.
        NewDevice = "NEW_DEVICE",
        /// The user added a second factor.
        SecondFactorAdded = "SECOND_FACTOR_ADDED",
        /// The user deleted a second factor.
        SecondFactorDeleted = "SECOND_FACTOR_DELETED",
        /// An administrator removed the second factor.
        SecondFactorRemoved = "SECOND_FACTOR_REMOVED",
        /// An administrator deactivated the account.
        AccountDeactivated = "ACCOUNT_DEACTIVATED",
        /// An administrator activated the account again.
        AccountReactivated = "ACCOUNT_REACTIVATED",
        /// The account was deleted.
        AccountDeleted = "ACCOUNT_DELETED",
    }
}

/// How soon a mail is sent while many wait, the most urgent first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MailPriority {
    /// The recipient waits for it, or their account may be in danger.
    Urgent,
    /// About one matter of the recipient.
    Normal,
    /// One change or job causes many of them.
    Bulk,
}

impl MailPriority {
    /// All priorities, the most urgent first.
    pub const ALL: [Self; 3] = [Self::Urgent, Self::Normal, Self::Bulk];
}

impl MailPurpose {
    pub const fn priority(self) -> MailPriority {
        match self {
            Self::RegistrationApproved
            | Self::ActivationResent
            | Self::AdministratorInvited
            | Self::PasswordForgotten
            | Self::PasswordChanged
            | Self::NewDevice
            | Self::SecondFactorAdded
            | Self::SecondFactorDeleted
            | Self::SecondFactorRemoved => MailPriority::Urgent,
            Self::ApplicationSent
            | Self::ApplicationForwarded
            | Self::ApplicationReceived
            | Self::ApplicationDeclined
            | Self::ApplicationApproved
            | Self::ApplicationRejected
            | Self::ListingTakenDown
            | Self::ListingReinstated
            | Self::ListingRemoved
            | Self::ReportReceived
            | Self::RegistrationReceived
            | Self::RegistrationRejected
            | Self::AccountDeactivated
            | Self::AccountReactivated
            | Self::AccountDeleted => MailPriority::Normal,
            Self::ApplicationWaiting
            | Self::ListingUnavailable
            | Self::ListingDeleted
            | Self::ListingEnded
            | Self::SavedSearchResults
            | Self::SavedSearchesUnused
            | Self::DonationRequested
            | Self::ReviewsWaiting => MailPriority::Bulk,
        }
    }

    /// The purpose of the token in the mail's link, if it has one.
    pub const fn token_purpose(self) -> Option<AccountTokenPurpose> {
        match self {
            Self::RegistrationApproved | Self::ActivationResent | Self::AdministratorInvited => {
                Some(AccountTokenPurpose::Activation)
            }
            Self::PasswordForgotten => Some(AccountTokenPurpose::PasswordReset),
            _ => None,
        }
    }
}

/// The recipient of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recipient {
    /// A user. The mail is dropped if the account is deleted.
    User(UserId),
    /// The user with this address when the mail is rendered, if any. Queueing such a mail is the
    /// same work for known and unknown addresses.
    Address(Email),
    /// A visitor without an account.
    Guest { email: Email, locale: Locale },
    /// A deleted user. The mail holds the last copy of this data.
    Former(FormerUser),
}

/// The data for the last mail to a deleted user.
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
    /// The application that the mail is about, if any.
    pub application: Option<ApplicationId>,
    /// The listing that the mail is about, if it is not about an application.
    pub listing: Option<ListingId>,
    /// The title of the listing that the mail is about, if it is deleted. The only content that waits
    /// with a mail.
    pub deleted_listing: Option<String>,
    /// The session of the login that the mail is about, if any. It may have ended.
    pub session: Option<SessionId>,
    pub date_created: DateTime<Utc>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priority_of_links_is_urgent() {
        for purpose in MailPurpose::ALL.iter().filter(|purpose| purpose.token_purpose().is_some()) {
            assert_eq!(purpose.priority(), MailPriority::Urgent, "{purpose}");
        }
        for priority in MailPriority::ALL {
            assert!(MailPurpose::ALL.iter().any(|purpose| purpose.priority() == priority), "{priority:?}");
        }
    }
}
