//! Why a use case did not do what it was asked: one closed set, whatever the use case.

use chrono::TimeDelta;
use portal_domain::application::ApplicationError;
use portal_domain::listing::{ListingError, TotalAreaTooSmall};

use crate::ports::{PasswordError, PictureError, StoreError};

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
    /// There is no such listing, or it is not this actor's to see or change.
    #[error("there is no such listing")]
    ListingNotFound,
    /// There is no such application, or it is not this actor's to see or change.
    #[error("there is no such application")]
    ApplicationNotFound,
    /// There is no such picture.
    #[error("there is no such picture")]
    ImageNotFound,
    /// The listing takes no applications.
    #[error("the listing is not available")]
    ListingNotAvailable,
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
    #[error(transparent)]
    Picture(PictureError),
    #[error(transparent)]
    Password(#[from] PasswordError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<PictureError> for ServiceError {
    fn from(error: PictureError) -> Self {
        match error {
            PictureError::NotFound => Self::ImageNotFound,
            other => Self::Picture(other),
        }
    }
}
