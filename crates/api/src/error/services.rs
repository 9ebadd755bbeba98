//! What each failure of a use case means over HTTP.

use actix_web::http::StatusCode;
use portal_domain::application::ApplicationError;
use portal_domain::listing::ListingError;
use portal_domain::user::{DateOfBirthError, NoActivation};
use portal_services::ServiceError;
use portal_services::ports::{DocumentError, PasswordError, PictureError, StoreError};

use super::{ApiError, ErrorMessage, FieldRule};

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        log(&error);
        let conflict = |message| Self::new(StatusCode::CONFLICT, message);
        let refused = |message| Self::new(StatusCode::BAD_REQUEST, message);
        let missing = |message| Self::new(StatusCode::NOT_FOUND, message);
        match error {
            ServiceError::InvalidCredentials => {
                Self::new(StatusCode::UNAUTHORIZED, ErrorMessage::AuthInvalidCredentials)
            }
            ServiceError::SessionEnded => Self::new(StatusCode::UNAUTHORIZED, ErrorMessage::AuthSessionExpired),
            ServiceError::TooManyAttempts { retry_after } => Self::too_many(retry_after),
            ServiceError::UserNotFound => missing(ErrorMessage::UserNotFound),
            ServiceError::ListingNotFound => missing(ErrorMessage::ListingNotFound),
            ServiceError::ApplicationNotFound => missing(ErrorMessage::ApplicationNotFound),
            ServiceError::EventNotFound => missing(ErrorMessage::EventNotFound),
            ServiceError::DonationRequested => conflict(ErrorMessage::DonationAlreadyRequested),
            ServiceError::LandlordInactive => conflict(ErrorMessage::DonationLandlordInactive),
            ServiceError::SettingNotFound => missing(ErrorMessage::SettingNotFound),
            ServiceError::ImageNotFound => missing(ErrorMessage::ImageNotFound),
            ServiceError::DateOfBirth(error) => match error {
                DateOfBirthError::Future => Self::field("dateOfBirth", FieldRule::Future),
                DateOfBirthError::TooLongAgo => Self::field("dateOfBirth", FieldRule::OutOfRange),
            },
            ServiceError::NotActivated(_) => conflict(ErrorMessage::UserNotActivated),
            ServiceError::NoActivation(error) => match error {
                NoActivation::NotApproved => conflict(ErrorMessage::UserNotApproved),
                NoActivation::AlreadyActivated => conflict(ErrorMessage::UserAlreadyActivated),
            },
            ServiceError::OwnAccount => conflict(ErrorMessage::UserOwnAccount),
            ServiceError::LastAdministrator => conflict(ErrorMessage::UserLastAdministrator),
            ServiceError::WrongPassword => refused(ErrorMessage::AuthWrongPassword),
            ServiceError::WrongOldPassword => refused(ErrorMessage::ChangePasswordWrongPassword),
            ServiceError::ResetExpired => refused(ErrorMessage::ResetTokenInvalid),
            ServiceError::ActivationExpired => refused(ErrorMessage::ActivationExpired),
            ServiceError::RegistrationNotFound => missing(ErrorMessage::RegistrationNotFound),
            ServiceError::Registration(_) => conflict(ErrorMessage::RegistrationAlreadyReviewed),
            ServiceError::Document(error) => document(&error),
            ServiceError::EmailTaken => conflict(ErrorMessage::RegistrationEmailExists),
            ServiceError::ListingNotAvailable => conflict(ErrorMessage::ApplicationListingNotAvailable),
            ServiceError::AlreadyApplied => conflict(ErrorMessage::ApplicationAlreadyExists),
            ServiceError::TotalArea(_) => Self::field("totalAreaSqm", FieldRule::OutOfRange),
            ServiceError::Listing(error) => match error {
                ListingError::ImageRequired => conflict(ErrorMessage::ListingImageRequired),
                ListingError::Blocked => conflict(ErrorMessage::ListingBlocked),
                ListingError::Stale => conflict(ErrorMessage::ListingStale),
                ListingError::TooManyImages => conflict(ErrorMessage::ListingTooManyImages),
                ListingError::NoSuchImage => missing(ErrorMessage::ImageNotFound),
            },
            ServiceError::Application(error) => match error {
                ApplicationError::AlreadyReviewed => conflict(ErrorMessage::ApplicationAlreadyReviewed),
                ApplicationError::NotForwarded => missing(ErrorMessage::ApplicationNotFound),
                ApplicationError::NotDeletable => conflict(ErrorMessage::ApplicationNotDeletable),
            },
            ServiceError::File { index, source } => file(format!("files[{index}]"), &source),
            ServiceError::OnlyFile(source) => file("file".to_owned(), &source),
            ServiceError::Picture(error) => picture(&error),
            ServiceError::Password(PasswordError::Busy) => Self::too_many(chrono::TimeDelta::seconds(1)),
            // A conflict that no use case expects is a race, with somebody's deletion for one: it does not come again.
            ServiceError::Store(StoreError::Unavailable(_) | StoreError::Conflict(_)) => Self::unavailable(),
            ServiceError::Password(PasswordError::Failed(_)) | ServiceError::Store(StoreError::Corrupt(_)) => {
                Self::internal()
            }
        }
    }
}

fn picture(error: &PictureError) -> ApiError {
    match error {
        PictureError::FileType => ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorMessage::ImageFileType),
        PictureError::TooLarge => ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorMessage::ImageTooLarge),
        PictureError::Damaged => ApiError::new(StatusCode::BAD_REQUEST, ErrorMessage::ImageDamaged),
        PictureError::NotFound => ApiError::new(StatusCode::NOT_FOUND, ErrorMessage::ImageNotFound),
        PictureError::Busy | PictureError::Unavailable(_) => ApiError::unavailable(),
    }
}

fn document(error: &DocumentError) -> ApiError {
    let refused = |status, message, rule| ApiError::new(status, message).with_field("file", rule);
    match error {
        DocumentError::FileType => {
            refused(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorMessage::DocumentType, FieldRule::FileType)
        }
        DocumentError::TooLarge => {
            refused(StatusCode::PAYLOAD_TOO_LARGE, ErrorMessage::DocumentTooLarge, FieldRule::FileSize)
        }
        DocumentError::Damaged => refused(StatusCode::BAD_REQUEST, ErrorMessage::DocumentDamaged, FieldRule::Invalid),
        DocumentError::NotFound => ApiError::new(StatusCode::NOT_FOUND, ErrorMessage::DocumentNotFound),
        DocumentError::Busy | DocumentError::Unavailable(_) => ApiError::unavailable(),
    }
}

/// The bad file is named, also where it is one of several.
fn file(path: String, error: &PictureError) -> ApiError {
    match error {
        PictureError::FileType => picture(error).with_field(path, FieldRule::FileType),
        PictureError::TooLarge => picture(error).with_field(path, FieldRule::FileSize),
        PictureError::Damaged => picture(error).with_field(path, FieldRule::Invalid),
        PictureError::NotFound | PictureError::Busy | PictureError::Unavailable(_) => picture(error),
    }
}

/// Logs what a client must not learn: the sources of failures that are ours.
fn log(error: &ServiceError) {
    let request_id = crate::middleware::current_request_id();
    match error {
        ServiceError::Store(_) | ServiceError::Password(_) => {
            tracing::error!(request_id, error = %Chain(error), "a use case failed");
        }
        ServiceError::Picture(PictureError::Unavailable(_))
        | ServiceError::Document(DocumentError::Unavailable(_))
        | ServiceError::File { source: PictureError::Unavailable(_), .. }
        | ServiceError::OnlyFile(PictureError::Unavailable(_)) => {
            tracing::error!(request_id, error = %Chain(error), "the object store failed");
        }
        _ => {}
    }
}

/// An error with all its sources, in one line.
struct Chain<'a>(&'a dyn std::error::Error);

impl std::fmt::Display for Chain<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}", self.0)?;
        let mut source = self.0.source();
        while let Some(cause) = source {
            write!(formatter, ": {cause}")?;
            source = cause.source();
        }
        Ok(())
    }
}
