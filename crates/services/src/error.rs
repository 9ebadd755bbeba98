//! Why a use case did not do what it was asked: one closed set, whatever the use case.

use chrono::TimeDelta;
use portal_domain::application::ApplicationError;
use portal_domain::listing::{ListingError, TotalAreaTooSmall};
use portal_domain::registration::RegistrationReviewed;
use portal_domain::user::{DateOfBirthError, NoActivation, NotActivated};

use crate::ports::{DocumentError, PasswordError, PictureError, StoreError};

#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// Wrong password, unknown e-mail or not active: nobody learns which.
    #[error("the credentials are not valid")]
    InvalidCredentials,
    /// The refresh token opens no session.
    #[error("the session is over")]
    SessionEnded,
    /// A limit was reached.
    #[error("too many attempts")]
    TooManyAttempts { retry_after: TimeDelta },
    /// There is no such user.
    #[error("there is no such user")]
    UserNotFound,
    /// An account with this e-mail exists.
    #[error("the e-mail is in use")]
    EmailTaken,
    #[error(transparent)]
    DateOfBirth(#[from] DateOfBirthError),
    /// The person cannot be activated or deactivated before they have set a password.
    #[error(transparent)]
    NotActivated(#[from] NotActivated),
    /// The user awaits no activation link.
    #[error(transparent)]
    NoActivation(#[from] NoActivation),
    /// Administrators do not take themselves away.
    #[error("it is the actor's own account")]
    OwnAccount,
    /// Nobody would be left to look after the portal.
    #[error("it is the last administrator")]
    LastAdministrator,
    /// The password is not that of the account.
    #[error("the password is wrong")]
    WrongPassword,
    /// The password that is to be exchanged is not that of the account.
    #[error("the old password is wrong")]
    WrongOldPassword,
    /// The link for a new password was used, is too old, or never was one.
    #[error("the link for a new password is worth nothing")]
    ResetExpired,
    /// The link of an activation was used, is too old, or never was one.
    #[error("the activation link is worth nothing")]
    ActivationExpired,
    /// There is no such request to join.
    #[error("there is no such registration")]
    RegistrationNotFound,
    #[error(transparent)]
    Registration(#[from] RegistrationReviewed),
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// There is no such listing, or it is not this actor's to see or change.
    #[error("there is no such listing")]
    ListingNotFound,
    /// There is no such application, or it is not this actor's to see or change.
    #[error("there is no such application")]
    ApplicationNotFound,
    /// There is no such picture.
    #[error("there is no such picture")]
    ImageNotFound,
    /// There is no such setting.
    #[error("there is no such setting")]
    SettingNotFound,
    /// The listing takes no applications.
    #[error("the listing is not available")]
    ListingNotAvailable,
    /// There is no such event.
    #[error("there is no such event")]
    EventNotFound,
    /// The landlord was asked for a donation within a day.
    #[error("a donation was requested already")]
    DonationRequested,
    /// The landlord cannot be asked for a donation: they are not active.
    #[error("the landlord is not active")]
    LandlordInactive,
    /// The student has an application to this listing.
    #[error("the student has applied already")]
    AlreadyApplied,
    #[error(transparent)]
    TotalArea(#[from] TotalAreaTooSmall),
    #[error(transparent)]
    Listing(#[from] ListingError),
    #[error(transparent)]
    Application(#[from] ApplicationError),
    /// One of the files sent cannot be taken; the others were not stored either.
    #[error("file {index} cannot be taken")]
    File { index: usize, source: PictureError },
    /// The one file sent cannot be taken.
    #[error("the file cannot be taken")]
    OnlyFile(#[source] PictureError),
    #[error(transparent)]
    Picture(PictureError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ServiceError {
    /// Whether a file is gone, rather than out of reach.
    pub const fn is_missing_file(&self) -> bool {
        matches!(self, Self::ImageNotFound | Self::Document(DocumentError::NotFound))
    }
}

impl From<PictureError> for ServiceError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::NotFound => Self::ImageNotFound,
            other => Self::Picture(other),
        }
    }
}
