//! Gives every request an id, one log line and metrics.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use futures_util::FutureExt;

use crate::Api;
use crate::error::ApiError;

tokio::task_local! {
    static REQUEST_ID: String;
}

/// The id of the request of this task; empty outside of a request.
pub(crate) fn current_request_id() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

/// Runs a request with its id. Turns a panic into an error response.
pub(crate) async fn observe<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let id = api.ports.identifiers.next().to_string();
    let method = known_method(request.method());
    let mut response = REQUEST_ID.scope(id.clone(), call(request, next)).await?;
    let pattern = response.request().match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    let status = response.status();
    let elapsed = started.elapsed();
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    // The pattern instead of the path limits the cardinality, and keeps secrets in query strings
    // out of the log.
    tracing::info!(
        request_id = id,
        method,
        path = pattern,
        status = status.as_u16(),
        ms = elapsed.as_millis(),
        "request"
    );
    let labels = [("method", method.to_owned()), ("path", pattern), ("status", status.as_u16().to_string())];
    metrics::counter!("portal_http_requests_total", &labels).increment(1);
    metrics::histogram!("portal_http_request_seconds", &labels[..2]).record(elapsed.as_secs_f64());
    Ok(response)
}

/// Any token is a valid method, of any length, and each label stays in memory.
fn known_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

async fn call<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    if let Ok(result) = AssertUnwindSafe(next.call(request)).catch_unwind().await {
        return result;
    }
    tracing::error!(request_id = current_request_id(), "handler panicked");
    Err(ApiError::internal().into())
}
