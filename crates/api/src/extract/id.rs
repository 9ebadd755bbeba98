//! Identifiers in paths.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use uuid::Uuid;

use crate::error::ApiError;

/// The `N` identifiers of the path. An invalid UUID becomes the nil UUID, which no row has, so that
/// the use case reports "not found" after the other checks.
#[derive(Debug, Clone, Copy)]
pub struct Id<const N: usize = 1>(pub [Uuid; N]);

impl<const N: usize> FromRequest for Id<N> {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let mut ids = [Uuid::nil(); N];
        for (id, (_, segment)) in ids.iter_mut().zip(request.match_info().iter()) {
            // Only the hyphenated form: another one would be a second URL of the same row.
            if segment.len() == 36 {
                *id = Uuid::try_parse(segment).unwrap_or_default();
            }
        }
        ready(Ok(Self(ids)))
    }
}
