//! All message keys. The type of the front end's translations is derived from them.

use serde::Serialize;
use utoipa::ToSchema;

macro_rules! keys {
    ($(#[$meta:meta])* $name:ident { $( $variant:ident = $key:tt ),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
        pub enum $name { $( #[serde(rename = $key)] $variant ),+ }

        impl $name {
            /// All keys.
            pub const ALL: &'static [Self] = &[ $( Self::$variant ),+ ];
        }
    };
}

keys! {
    /// Why a request failed, as a key that clients translate.
    ErrorMessage {
        ApplicationAlreadyExists = "exception.application.already-exists",
        ApplicationAlreadyReviewed = "exception.application.already-reviewed",
        ApplicationListingNotAvailable = "exception.application.listing-not-available",
        ApplicationNotDeletable = "exception.application.not-deletable",
        ApplicationNotFound = "exception.application.not-found",
        ActivationExpired = "exception.finish-registration.registration-expired",
        AuthForbidden = "exception.auth.forbidden",
        AuthInvalidCode = "exception.auth.invalid-code",
        AuthInvalidCredentials = "exception.auth.invalid-credentials",
        AuthProofRequired = "exception.auth.proof-required",
        AuthSecondFactorRequired = "exception.auth.second-factor-required",
        AuthSessionExpired = "exception.auth.session-expired",
        AuthUnauthenticated = "exception.auth.unauthenticated",
        AuthWrongPassword = "exception.auth.wrong-password",
        ChangePasswordWrongPassword = "exception.change-password.wrong-password",
        DocumentDamaged = "exception.document.damaged",
        DocumentNotFound = "exception.document.not-found",
        DocumentTooLarge = "exception.document.too-large",
        DocumentType = "exception.document.type",
        DonationAlreadyRequested = "exception.donation.already-requested",
        DonationLandlordInactive = "exception.donation.landlord-inactive",
        EventNotFound = "exception.event.not-found",
        EventNotSuspicious = "exception.event.not-suspicious",
        FavouriteTooMany = "exception.favourite.too-many",
        ImageDamaged = "exception.image.damaged",
        ImageFileType = "exception.image.file-type",
        ImageNotFound = "exception.image.not-found",
        ImageTooLarge = "exception.image.too-large",
        LetterNameExists = "exception.letter.name-exists",
        LetterNotFound = "exception.letter.not-found",
        LetterTooMany = "exception.letter.too-many",
        ListingBlocked = "exception.listing.blocked",
        ListingImageRequired = "exception.listing.image-required",
        ListingNotFound = "exception.listing.not-found",
        ListingStale = "exception.listing.stale",
        ListingTooMany = "exception.listing.too-many",
        ListingTooManyImages = "exception.listing.too-many-images",
        PasskeyInvalid = "exception.passkey.invalid",
        PasskeyNotFound = "exception.passkey.not-found",
        PasskeyTooMany = "exception.passkey.too-many",
        RegistrationAlreadyReviewed = "exception.registration.already-reviewed",
        RegistrationEmailExists = "exception.registration.email-exists",
        RegistrationNotFound = "exception.registration.not-found",
        RequestInvalid = "exception.request.invalid",
        RequestMediaType = "exception.request.media-type",
        RequestMethodNotAllowed = "exception.request.method-not-allowed",
        RequestNotFound = "exception.request.not-found",
        RequestOrigin = "exception.request.origin",
        RequestTimeout = "exception.request.timeout",
        RequestTooLarge = "exception.request.too-large",
        RequestTooMany = "exception.request.too-many",
        ResetTokenInvalid = "exception.reset-password.token-invalid",
        SavedSearchNotFound = "exception.saved-search.not-found",
        SavedSearchTokenInvalid = "exception.saved-search.token-invalid",
        SavedSearchTooMany = "exception.saved-search.too-many",
        ServerInternal = "exception.server.internal",
        ServerUnavailable = "exception.server.unavailable",
        SessionNotFound = "exception.session.not-found",
        SettingNotFound = "exception.setting.not-found",
        UserAlreadyActivated = "exception.user.already-activated",
        UserLastAdministrator = "exception.user.last-administrator",
        UserNotActivated = "exception.user.not-activated",
        UserNotApproved = "exception.user.not-approved",
        UserNotFound = "exception.user.not-found",
        UserOwnAccount = "exception.user.own-account",
    }
}

keys! {
    /// The rule that a field violates, as a key that clients translate.
    FieldRule {
        Required = "validation.required",
        Invalid = "validation.invalid",
        TooLong = "validation.too-long",
        TooShort = "validation.too-short",
        OutOfRange = "validation.out-of-range",
        Future = "validation.future",
        FileType = "validation.file-type",
        FileSize = "validation.file-size",
    }
}
