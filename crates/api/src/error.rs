//! Maps errors to statuses and message keys. No other module may do this.
//!
//! Clients translate the key. The cause is logged once, with the request id, and must never be
//! sent.

mod connection;
mod keys;
mod services;

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;

pub use connection::ConnectionError;
pub use keys::{ErrorMessage, FieldRule};
pub(crate) use services::logged;

use crate::middleware::current_request_id;
use crate::response::envelope::ErrorResponse;

/// An error of a request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    pub message: ErrorMessage,
    /// The invalid fields by their path, for example `address.city`, `additionalCosts[0].cost` or
    /// `files[2]`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    pub fields: BTreeMap<String, FieldRule>,
    /// The id of this request in the operator's log.
    pub request_id: String,
}

/// The error response of a request.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    message: ErrorMessage,
    fields: BTreeMap<String, FieldRule>,
    retry_after: Option<TimeDelta>,
    allow: Option<String>,
    request_id: String,
}

/// An outage may end at any time.
const UNAVAILABLE_RETRY_AFTER: TimeDelta = TimeDelta::seconds(2);

impl ApiError {
    pub fn new(status: StatusCode, message: ErrorMessage) -> Self {
        Self {
            status,
            message,
            fields: BTreeMap::new(),
            retry_after: None,
            allow: None,
            request_id: current_request_id(),
        }
    }

    pub const fn message(&self) -> ErrorMessage {
        self.message
    }

    /// The request is malformed as a whole.
    pub fn invalid() -> Self {
        Self::new(StatusCode::BAD_REQUEST, ErrorMessage::RequestInvalid)
    }

    /// These fields of the request are invalid.
    pub fn fields(fields: BTreeMap<String, FieldRule>) -> Self {
        Self { fields, ..Self::invalid() }
    }

    pub fn field(path: impl Into<String>, rule: FieldRule) -> Self {
        Self::fields(BTreeMap::from([(path.into(), rule)]))
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, ErrorMessage::RequestNotFound)
    }

    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::FORBIDDEN, ErrorMessage::AuthUnauthenticated)
    }

    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, ErrorMessage::AuthForbidden)
    }

    /// The last proof of the user's identity is too old for this operation.
    pub fn proof_required() -> Self {
        Self::new(StatusCode::FORBIDDEN, ErrorMessage::AuthProofRequired)
    }

    /// The operator requires a second factor, which the user has not set up.
    pub fn second_factor_required() -> Self {
        Self::new(StatusCode::FORBIDDEN, ErrorMessage::AuthSecondFactorRequired)
    }

    pub fn unavailable() -> Self {
        let error = Self::new(StatusCode::SERVICE_UNAVAILABLE, ErrorMessage::ServerUnavailable);
        Self { retry_after: Some(UNAVAILABLE_RETRY_AFTER), ..error }
    }

    pub fn internal() -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, ErrorMessage::ServerInternal)
    }

    pub fn unsupported_media_type() -> Self {
        Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, ErrorMessage::RequestMediaType)
    }

    /// The client took too long to send the request.
    pub fn timeout() -> Self {
        Self::new(StatusCode::REQUEST_TIMEOUT, ErrorMessage::RequestTimeout)
    }

    pub fn payload_too_large() -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, ErrorMessage::RequestTooLarge)
    }

    pub fn too_many_requests(retry_after: TimeDelta) -> Self {
        let error = Self::new(StatusCode::TOO_MANY_REQUESTS, ErrorMessage::RequestTooMany);
        Self { retry_after: Some(retry_after), ..error }
    }

    /// The path exists, but not with this method. `allow` lists the methods of the path.
    pub fn method_not_allowed(allow: String) -> Self {
        let error = Self::new(StatusCode::METHOD_NOT_ALLOWED, ErrorMessage::RequestMethodNotAllowed);
        Self { allow: Some(allow), ..error }
    }

    #[must_use]
    pub fn with_field(mut self, path: impl Into<String>, rule: FieldRule) -> Self {
        self.fields.insert(path.into(), rule);
        self
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} {:?}", self.status, self.message)
    }
}

impl std::error::Error for ApiError {}

/// Rounded up, because a client that waits less is refused again.
fn whole_seconds(wait: TimeDelta) -> i64 {
    (wait + TimeDelta::milliseconds(999)).num_seconds().max(1)
}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        if let Some(retry_after) = self.retry_after {
            response.insert_header((header::RETRY_AFTER, whole_seconds(retry_after).to_string()));
        }
        if let Some(allow) = self.allow.as_deref().and_then(|allow| HeaderValue::from_str(allow).ok()) {
            response.insert_header((header::ALLOW, allow));
        }
        let (message, fields, request_id) = (self.message, self.fields.clone(), self.request_id.clone());
        response.json(ErrorResponse { error: ErrorBody { message, fields, request_id } })
    }
}

#[cfg(test)]
mod tests;
