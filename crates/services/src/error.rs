//! The errors of all use cases: one closed set, which the API maps to statuses and messages.

use chrono::TimeDelta;
use portal_domain::application::ApplicationError;
use portal_domain::listing::{FactsError, ListingError};
use portal_domain::registration::RegistrationAlreadyReviewed;
use portal_domain::user::{ActivationLinkError, DateOfBirthError, RegistrationUnfinished};

use crate::ports::{DocumentStoreError, ImageStoreError, PasswordError, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Wrong password, unknown email or inactive user; callers cannot tell which.
    #[error("the credentials are invalid")]
    InvalidCredentials,
    /// A wrong, used or expired second factor, or an unknown or expired challenge.
    #[error("the code is invalid")]
    InvalidCode,
    /// A new passkey that does not fit its challenge, or is known already.
    #[error("the passkey is invalid")]
    PasskeyInvalid,
    #[error("passkey not found")]
    PasskeyNotFound,
    #[error("the user has as many passkeys as possible")]
    TooManyPasskeys,
    #[error("session not found")]
    SessionNotFound,
    /// The refresh token belongs to no active session.
    #[error("the session has ended")]
    SessionEnded,
    /// A rate limit was reached.
    #[error("too many attempts")]
    TooManyAttempts { retry_after: TimeDelta },
    #[error("user not found")]
    UserNotFound,
    #[error("the email address is already in use")]
    EmailTaken,
    #[error(transparent)]
    DateOfBirth(#[from] DateOfBirthError),
    #[error(transparent)]
    RegistrationUnfinished(#[from] RegistrationUnfinished),
    #[error(transparent)]
    ActivationLink(#[from] ActivationLinkError),
    /// Administrators cannot deactivate or delete themselves.
    #[error("the account is the actor's own")]
    OwnAccount,
    /// No active administrator would remain.
    #[error("the user is the last active administrator")]
    LastAdministrator,
    #[error("the password is wrong")]
    WrongPassword,
    /// The old password in a change of the password is wrong.
    #[error("the old password is wrong")]
    WrongOldPassword,
    /// The password reset link was used, has expired or never existed.
    #[error("the password reset link is invalid or expired")]
    ResetLinkInvalid,
    /// The activation link was used, has expired or never existed.
    #[error("the activation link is invalid or expired")]
    ActivationLinkInvalid,
    #[error("registration not found")]
    RegistrationNotFound,
    #[error(transparent)]
    Registration(#[from] RegistrationAlreadyReviewed),
    #[error(transparent)]
    Document(#[from] DocumentStoreError),
    /// The listing does not exist for this actor.
    #[error("listing not found")]
    ListingNotFound,
    /// The application does not exist for this actor.
    #[error("application not found")]
    ApplicationNotFound,
    #[error("letter not found")]
    LetterNotFound,
    /// The student keeps as many letters as possible.
    #[error("the student keeps as many letters as possible")]
    TooManyLetters,
    #[error("the student keeps a letter with this name")]
    LetterNameExists,
    #[error("saved search not found")]
    SavedSearchNotFound,
    /// The student has saved as many searches as possible.
    #[error("the student has saved as many searches as possible")]
    TooManySavedSearches,
    /// The portal did not issue the token.
    #[error("the token is invalid")]
    UnsubscribeTokenInvalid,
    /// The landlord has as many listings as allowed.
    #[error("the landlord has too many listings")]
    TooManyListings,
    /// The student has as many favourites as possible.
    #[error("the student has too many favourites")]
    TooManyFavourites,
    #[error("image not found")]
    ImageNotFound,
    #[error("setting not found")]
    SettingNotFound,
    /// The listing does not accept applications.
    #[error("the listing is not available")]
    ListingNotAvailable,
    #[error("event not found")]
    EventNotFound,
    /// Only a suspicion can be dismissed.
    #[error("the event is not about a suspicious listing")]
    EventNotSuspicious,
    /// The landlord already got a donation request within the last day.
    #[error("a donation was already requested")]
    DonationRequested,
    /// An inactive landlord gets no donation request.
    #[error("the landlord is not active")]
    LandlordInactive,
    #[error("the student has already applied")]
    AlreadyApplied,
    #[error(transparent)]
    ListingFacts(#[from] FactsError),
    #[error(transparent)]
    Listing(#[from] ListingError),
    #[error(transparent)]
    Application(#[from] ApplicationError),
    /// One of the uploaded files was rejected; none was stored.
    #[error("file {index} was rejected")]
    FileRejected { index: usize, source: ImageStoreError },
    /// The uploaded file was rejected.
    #[error("the file was rejected")]
    SingleFileRejected(#[source] ImageStoreError),
    #[error(transparent)]
    Image(ImageStoreError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ServiceError {
    /// Whether a file does not exist, as opposed to an unavailable store.
    pub const fn is_missing_file(&self) -> bool {
        matches!(self, Self::ImageNotFound | Self::Document(DocumentStoreError::NotFound))
    }
}

impl From<ImageStoreError> for ServiceError {
    fn from(error: ImageStoreError) -> Self {
        match error {
            ImageStoreError::NotFound => Self::ImageNotFound,
            other => Self::Image(other),
        }
    }
}
