//! Maps the errors of use cases to error responses.

use actix_web::http::StatusCode;
use portal_domain::application::ApplicationError;
use portal_domain::availability::AvailabilityError;
use portal_domain::listing::{FactsError, ListingError};
use portal_domain::user::{ActivationLinkError, DateOfBirthError};
use portal_services::ServiceError;
use portal_services::error_chain::ErrorChain;
use portal_services::ports::{DocumentStoreError, ImageStoreError, PasswordError, StoreError};

use super::{ApiError, ErrorMessage, FieldRule};

impl From<ServiceError> for ApiError {
    fn from(error: ServiceError) -> Self {
        log(&error);
        let conflict = |message| Self::new(StatusCode::CONFLICT, message);
        let bad_request = |message| Self::new(StatusCode::BAD_REQUEST, message);
        let not_found = |message| Self::new(StatusCode::NOT_FOUND, message);
        match error {
            ServiceError::InvalidCredentials => {
                Self::new(StatusCode::UNAUTHORIZED, ErrorMessage::AuthInvalidCredentials)
            }
            ServiceError::InvalidCode => Self::new(StatusCode::UNAUTHORIZED, ErrorMessage::AuthInvalidCode),
            ServiceError::PasskeyInvalid => bad_request(ErrorMessage::PasskeyInvalid),
            ServiceError::PasskeyNotFound => not_found(ErrorMessage::PasskeyNotFound),
            ServiceError::TooManyPasskeys => conflict(ErrorMessage::PasskeyTooMany),
            ServiceError::SessionNotFound => not_found(ErrorMessage::SessionNotFound),
            ServiceError::SessionEnded => Self::new(StatusCode::UNAUTHORIZED, ErrorMessage::AuthSessionExpired),
            ServiceError::TooManyAttempts { retry_after } => Self::too_many_requests(retry_after),
            ServiceError::UserNotFound => not_found(ErrorMessage::UserNotFound),
            ServiceError::ListingNotFound => not_found(ErrorMessage::ListingNotFound),
            ServiceError::TooManyListings => conflict(ErrorMessage::ListingTooMany),
            ServiceError::TooManyFavourites => conflict(ErrorMessage::FavouriteTooMany),
            ServiceError::ApplicationNotFound => not_found(ErrorMessage::ApplicationNotFound),
            ServiceError::LetterNotFound => not_found(ErrorMessage::LetterNotFound),
            ServiceError::TooManyLetters => conflict(ErrorMessage::LetterTooMany),
            ServiceError::LetterNameExists => conflict(ErrorMessage::LetterNameExists),
            ServiceError::SavedSearchNotFound => not_found(ErrorMessage::SavedSearchNotFound),
            ServiceError::TooManySavedSearches => conflict(ErrorMessage::SavedSearchTooMany),
            ServiceError::UnsubscribeTokenInvalid => bad_request(ErrorMessage::SavedSearchTokenInvalid),
            ServiceError::EventNotFound => not_found(ErrorMessage::EventNotFound),
            ServiceError::EventNotSuspicious => conflict(ErrorMessage::EventNotSuspicious),
            ServiceError::DonationRequested => conflict(ErrorMessage::DonationAlreadyRequested),
            ServiceError::LandlordInactive => conflict(ErrorMessage::DonationLandlordInactive),
            ServiceError::SettingNotFound => not_found(ErrorMessage::SettingNotFound),
            ServiceError::ImageNotFound => not_found(ErrorMessage::ImageNotFound),
            ServiceError::DateOfBirth(error) => match error {
                DateOfBirthError::Future => Self::field("dateOfBirth", FieldRule::Future),
                DateOfBirthError::TooLongAgo => Self::field("dateOfBirth", FieldRule::OutOfRange),
            },
            ServiceError::RegistrationUnfinished(_) => conflict(ErrorMessage::UserNotActivated),
            ServiceError::ActivationLink(error) => match error {
                ActivationLinkError::NotApproved => conflict(ErrorMessage::UserNotApproved),
                ActivationLinkError::AlreadyActivated => conflict(ErrorMessage::UserAlreadyActivated),
            },
            ServiceError::OwnAccount => conflict(ErrorMessage::UserOwnAccount),
            ServiceError::LastAdministrator => conflict(ErrorMessage::UserLastAdministrator),
            ServiceError::WrongPassword => bad_request(ErrorMessage::AuthWrongPassword),
            ServiceError::WrongOldPassword => bad_request(ErrorMessage::ChangePasswordWrongPassword),
            ServiceError::ResetLinkInvalid => bad_request(ErrorMessage::ResetTokenInvalid),
            ServiceError::ActivationLinkInvalid => bad_request(ErrorMessage::ActivationExpired),
            ServiceError::RegistrationNotFound => not_found(ErrorMessage::RegistrationNotFound),
            ServiceError::Registration(_) => conflict(ErrorMessage::RegistrationAlreadyReviewed),
            ServiceError::Document(error) => document_error(&error),
            ServiceError::EmailTaken => conflict(ErrorMessage::RegistrationEmailExists),
            ServiceError::ListingNotAvailable => conflict(ErrorMessage::ApplicationListingNotAvailable),
            ServiceError::AlreadyApplied => conflict(ErrorMessage::ApplicationAlreadyExists),
            ServiceError::ListingFacts(error) => facts_error(error),
            ServiceError::Listing(error) => listing_error(error),
            ServiceError::Application(error) => application_error(error),
            ServiceError::FileRejected { index, source } => file_error(format!("files[{index}]"), &source),
            ServiceError::SingleFileRejected(source) => file_error("file".to_owned(), &source),
            ServiceError::Image(error) => image_error(&error),
            ServiceError::Password(PasswordError::Busy) => Self::too_many_requests(chrono::TimeDelta::seconds(1)),
            // A conflict that no use case expects is a race, for example with a deletion: a retry
            // helps.
            ServiceError::Store(StoreError::Unavailable(_) | StoreError::Conflict(_)) => Self::unavailable(),
            ServiceError::Password(PasswordError::Failed(_)) | ServiceError::Store(StoreError::Corrupt(_)) => {
                Self::internal()
            }
        }
    }
}

fn facts_error(error: FactsError) -> ApiError {
    match error {
        FactsError::TotalAreaTooSmall => ApiError::field("totalAreaSqm", FieldRule::OutOfRange),
        FactsError::Availability(AvailabilityError::EndsBeforeStart) => {
            ApiError::field("availableUntil", FieldRule::OutOfRange)
        }
        FactsError::Availability(AvailabilityError::MinimumBeyondSpan) => {
            ApiError::field("minimumMonths", FieldRule::OutOfRange)
        }
    }
}

fn listing_error(error: ListingError) -> ApiError {
    match error {
        ListingError::ImageRequired => ApiError::new(StatusCode::CONFLICT, ErrorMessage::ListingImageRequired),
        ListingError::TakenDown => ApiError::new(StatusCode::CONFLICT, ErrorMessage::ListingBlocked),
        ListingError::Stale => ApiError::new(StatusCode::CONFLICT, ErrorMessage::ListingStale),
        ListingError::TooManyImages => ApiError::new(StatusCode::CONFLICT, ErrorMessage::ListingTooManyImages),
        ListingError::ImageNotFound => ApiError::new(StatusCode::NOT_FOUND, ErrorMessage::ImageNotFound),
    }
}

fn application_error(error: ApplicationError) -> ApiError {
    match error {
        ApplicationError::AlreadyReviewed => {
            ApiError::new(StatusCode::CONFLICT, ErrorMessage::ApplicationAlreadyReviewed)
        }
        ApplicationError::NotApprovedByAdministrator => {
            ApiError::new(StatusCode::NOT_FOUND, ErrorMessage::ApplicationNotFound)
        }
        ApplicationError::AlreadyDecided => ApiError::new(StatusCode::CONFLICT, ErrorMessage::ApplicationNotDeletable),
    }
}

fn image_error(error: &ImageStoreError) -> ApiError {
    match error {
        ImageStoreError::FileType => ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorMessage::ImageFileType),
        ImageStoreError::TooLarge => ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorMessage::ImageTooLarge),
        ImageStoreError::Damaged => ApiError::new(StatusCode::BAD_REQUEST, ErrorMessage::ImageDamaged),
        ImageStoreError::NotFound => ApiError::new(StatusCode::NOT_FOUND, ErrorMessage::ImageNotFound),
        ImageStoreError::Busy | ImageStoreError::Unavailable(_) => ApiError::unavailable(),
    }
}

fn document_error(error: &DocumentStoreError) -> ApiError {
    let rejected = |status, message, rule| ApiError::new(status, message).with_field("file", rule);
    match error {
        DocumentStoreError::FileType => {
            rejected(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorMessage::DocumentType, FieldRule::FileType)
        }
        DocumentStoreError::TooLarge => {
            rejected(StatusCode::PAYLOAD_TOO_LARGE, ErrorMessage::DocumentTooLarge, FieldRule::FileSize)
        }
        DocumentStoreError::Damaged => {
            rejected(StatusCode::BAD_REQUEST, ErrorMessage::DocumentDamaged, FieldRule::Invalid)
        }
        DocumentStoreError::NotFound => ApiError::new(StatusCode::NOT_FOUND, ErrorMessage::DocumentNotFound),
        DocumentStoreError::Busy | DocumentStoreError::Unavailable(_) => ApiError::unavailable(),
    }
}

/// Names the rejected file, which may be one of several.
fn file_error(path: String, error: &ImageStoreError) -> ApiError {
    match error {
        ImageStoreError::FileType => image_error(error).with_field(path, FieldRule::FileType),
        ImageStoreError::TooLarge => image_error(error).with_field(path, FieldRule::FileSize),
        ImageStoreError::Damaged => image_error(error).with_field(path, FieldRule::Invalid),
        ImageStoreError::NotFound | ImageStoreError::Busy | ImageStoreError::Unavailable(_) => image_error(error),
    }
}

/// The result of a use case; what is not answered with its error is logged like one that is.
pub(crate) fn logged<T>(outcome: Result<T, ServiceError>) -> Option<T> {
    outcome.inspect_err(log).ok()
}

/// Logs the sources of server errors, which are not sent, and counts rejected second factors.
fn log(error: &ServiceError) {
    match error {
        ServiceError::InvalidCode | ServiceError::PasskeyInvalid => {
            metrics::counter!("portal_second_factors_rejected_total").increment(1);
        }
        ServiceError::Store(_) | ServiceError::Password(PasswordError::Failed(_)) => {
            tracing::error!(error = %ErrorChain(error), "use case failed");
        }
        ServiceError::Image(ImageStoreError::Unavailable(_))
        | ServiceError::Document(DocumentStoreError::Unavailable(_))
        | ServiceError::FileRejected { source: ImageStoreError::Unavailable(_), .. }
        | ServiceError::SingleFileRejected(ImageStoreError::Unavailable(_)) => {
            tracing::error!(error = %ErrorChain(error), "object store failed");
        }
        _ => {}
    }
}
