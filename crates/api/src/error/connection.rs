//! Errors of connections that carry no request for the app: neither its middleware nor its routes
//! see them.

use std::time::Instant;

use actix_web::ResponseError;
use actix_web::body::MessageBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use chrono::TimeDelta;

use super::{ApiError, ErrorMessage};
use crate::Api;
use crate::middleware::{API_PATH, count_limit_hit, record, set_request_id, within_request};

/// When a refused client may try again.
const RETRY_AFTER: TimeDelta = TimeDelta::seconds(10);

/// Why the server ends a connection with a response of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConnectionError {
    /// The head is not HTTP.
    Malformed,
    HeadTooLarge,
    /// The head is incomplete after the time for it.
    HeadTimeout,
    /// The HTTP library failed.
    Internal,
    /// All connections are in use.
    TooMany,
    /// The client's network address has too many connections.
    TooManyOfAddress,
}

impl ConnectionError {
    /// The limit that was hit, as a label of metrics.
    fn limit(self) -> Option<&'static str> {
        match self {
            Self::Malformed | Self::Internal | Self::HeadTooLarge => None,
            Self::HeadTimeout => Some("head_time"),
            Self::TooMany => Some("connections"),
            Self::TooManyOfAddress => Some("connections_per_address"),
        }
    }

    fn error(self) -> ApiError {
        match self {
            Self::Malformed => ApiError::invalid(),
            Self::HeadTooLarge => {
                ApiError::new(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, ErrorMessage::RequestTooLarge)
            }
            Self::HeadTimeout => ApiError::timeout(),
            Self::Internal => ApiError::internal(),
            Self::TooMany => ApiError { retry_after: Some(RETRY_AFTER), ..ApiError::unavailable() },
            Self::TooManyOfAddress => ApiError::too_many_requests(RETRY_AFTER),
        }
    }
}

impl Api {
    /// The bytes of the response, like those of the app. Logs and counts it as a request; refused
    /// connections are only counted, because there may be very many.
    pub fn connection_error(&self, error: ConnectionError) -> Vec<u8> {
        if let Some(limit) = error.limit() {
            count_limit_hit(limit);
        }
        let request_id = self.ports.identifiers.next().to_string();
        let is_refusal = matches!(error, ConnectionError::TooMany | ConnectionError::TooManyOfAddress);
        let error = ApiError { request_id, ..error.error() };
        if !is_refusal {
            within_request(error.request_id.clone(), || {
                record("OTHER", "unparsed".to_owned(), error.status, Instant::now());
            });
        }
        self.serialize(&error)
    }

    /// Counts a response whose client read nothing for too long.
    pub fn count_stalled_response(&self) {
        count_limit_hit("response_stall");
    }

    fn serialize(&self, error: &ApiError) -> Vec<u8> {
        let mut response = error.error_response();
        let headers = response.headers_mut();
        self.headers.apply(API_PATH, error.status, headers);
        set_request_id(headers, &error.request_id);
        headers.insert(header::CONNECTION, HeaderValue::from_static("close"));
        let (response, body) = response.into_parts();
        // The body of an error is in memory, so that this cannot fail.
        let body = body.try_into_bytes().unwrap_or_default();
        let mut bytes = format!("HTTP/1.1 {}\r\ncontent-length: {}\r\n", response.status(), body.len()).into_bytes();
        for (name, value) in response.headers() {
            bytes.extend_from_slice(name.as_str().as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value.as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(&body);
        bytes
    }
}
