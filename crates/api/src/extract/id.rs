//! Identifiers in paths.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use portal_domain::ids::{
    ApplicationId, DocumentId, EventId, ImageId, LetterId, ListingId, PasskeyId, RegistrationId, SavedSearchId,
    SessionId, SettingId, UserId,
};
use portal_services::ServiceError;
use uuid::Uuid;

use crate::error::ApiError;

/// The identifier of the path, or the two of a tuple. An invalid UUID becomes the nil UUID, which
/// no row has, so that the use case reports "not found" after the other checks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PathId<T>(pub T);

impl PathId<ListingId> {
    /// For an operation that succeeds if there is no such listing: nothing is found for an invalid UUID.
    pub(crate) fn well_formed(self) -> Result<ListingId, ApiError> {
        if self.0.0.is_nil() { Err(ServiceError::ListingNotFound.into()) } else { Ok(self.0) }
    }
}

/// A type that can be read from the identifiers of a path, in their order.
pub(crate) trait FromPathIds {
    fn read(ids: &mut impl Iterator<Item = Uuid>) -> Self;
}

macro_rules! path_ids {
    ($( $name:ident ),+) => { $(
        impl FromPathIds for $name {
            fn read(ids: &mut impl Iterator<Item = Uuid>) -> Self {
                Self(ids.next().unwrap_or_default())
            }
        }
    )+ };
}
path_ids!(
    ApplicationId,
    DocumentId,
    EventId,
    ImageId,
    LetterId,
    ListingId,
    PasskeyId,
    RegistrationId,
    SavedSearchId,
    SessionId,
    SettingId,
    UserId
);

impl<First: FromPathIds, Second: FromPathIds> FromPathIds for (First, Second) {
    fn read(ids: &mut impl Iterator<Item = Uuid>) -> Self {
        (First::read(ids), Second::read(ids))
    }
}

impl<T: FromPathIds> FromRequest for PathId<T> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // Only the hyphenated form: another one would be a second URL of the same row.
        let parse = |text: &str| if text.len() == 36 { Uuid::try_parse(text).unwrap_or_default() } else { Uuid::nil() };
        ready(Ok(Self(T::read(&mut request.match_info().iter().map(|(_, segment)| parse(segment))))))
    }
}
