//! In which format a list is asked for.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::http::header::{self, HeaderMap};
use actix_web::{FromRequest, HttpRequest};
use portal_domain::user::Role;

use super::Identity;
use crate::accept::liking;
use crate::error::ApiError;

/// The format of a list. A table is for administrators only, whatever else the list is for. Stands behind the actor and
/// before the query, so that a refusal comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListFormat {
    Json,
    Csv,
}

impl ListFormat {
    /// CSV where `Accept` names it and does not like JSON as well.
    fn wanted(headers: &HeaderMap) -> Self {
        let [csv, json] = ["text/csv", "application/json"].map(|kind| liking(headers, header::ACCEPT, kind));
        if csv > json { Self::Csv } else { Self::Json }
    }
}

impl FromRequest for ListFormat {
    type Error = ApiError;
    type Future = Ready<Result<Self, ApiError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(match (Self::wanted(request.headers()), Identity::of(request)) {
            (Self::Json, _) => Ok(Self::Json),
            (Self::Csv, Identity::Known(_, actor)) if actor.role == Role::Admin => Ok(Self::Csv),
            (Self::Csv, _) => Err(ApiError::forbidden()),
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::HeaderValue;

    use super::*;

    #[test]
    fn a_table_is_sent_only_where_it_is_asked_for_by_name() {
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
            assert_eq!(ListFormat::wanted(&headers), expected, "{accept}");
        }
        assert_eq!(ListFormat::wanted(&HeaderMap::new()), ListFormat::Json);
    }
}
