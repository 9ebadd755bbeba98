//! The message keys of the errors that the table expects.

/// The key of this status; `None` if it has several, or is a success.
pub(super) fn of(operation: &str, status: u16) -> Option<&'static str> {
    Some(match (status, operation) {
        (401, _) => "exception.auth.session-expired",
        (404, "reviewApplication" | "withdrawApplication") => "exception.application.not-found",
        (404, "acknowledgeEvent" | "dismissEvent") => "exception.event.not-found",
        (404, "changeLetter" | "deleteLetter") => "exception.letter.not-found",
        (404, "deletePasskey") => "exception.passkey.not-found",
        (404, "reviewLandlordRegistration") => "exception.registration.not-found",
        (404, "changeSavedSearch" | "deleteSavedSearch" | "markSavedSearchSeen") => "exception.saved-search.not-found",
        (404, "endSession") => "exception.session.not-found",
        (404, "requestDonation" | "updateUser") => "exception.user.not-found",
        (404, _) => "exception.listing.not-found",
        (415, _) => "exception.request.media-type",
        _ => return None,
    })
}
