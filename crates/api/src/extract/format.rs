//! The format of a list: content negotiation between JSON and CSV.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{FromRequest, HttpRequest};
use portal_domain::user::Role;

use super::Identity;
use crate::error::ApiError;
use crate::response::accept::quality_of;

/// The requested format of a list. CSV is for administrators only, also where other roles may read
/// the list. Must come after the actor and before the query, so that 403 takes precedence over 400.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListFormat {
    Json,
    Csv,
}

impl ListFormat {
    /// CSV if `Accept` names it with a higher quality than JSON.
    fn preferred(headers: &HeaderMap) -> Self {
        let [csv, json] = ["text/csv", "application/json"].map(|mime| quality_of(headers, header::ACCEPT, mime));
        if csv > json { Self::Csv } else { Self::Json }
    }
}

impl FromRequest for ListFormat {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match (Self::preferred(request.headers()), Identity::of(request)) {
            (Self::Json, _) => Ok(Self::Json),
            (Self::Csv, Identity::Known(known)) if known.actor.role == Role::Administrator => Ok(Self::Csv),
            (Self::Csv, _) => Err(ApiError::forbidden()),
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    #[test]
    fn preferred_returns_csv_only_if_accept_names_it() {
        for (accept, expected) in [
            ("text/csv", ListFormat::Csv),
            ("Text/CSV; header=present, */*;q=0.1", ListFormat::Csv),
            ("text/csv, application/json;q=0.9", ListFormat::Csv),
            ("application/json, text/csv", ListFormat::Json),
            ("text/csv;q=0", ListFormat::Json),
            ("*/*", ListFormat::Json),
            ("text/*", ListFormat::Json),
            ("", ListFormat::Json),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, HeaderValue::from_static(accept));
            assert_eq!(ListFormat::preferred(&headers), expected, "{accept}");
        }
        assert_eq!(ListFormat::preferred(&HeaderMap::new()), ListFormat::Json);
    }
}
