//! Every request gets an id, one line in the log and its place in the metrics.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use futures_util::FutureExt;

use crate::error::ApiError;
use crate::state::Api;

tokio::task_local! {
    static REQUEST_ID: String;
}

/// The id of the request that this task works on. Empty outside of one.
pub(crate) fn current_request_id() -> String {
    REQUEST_ID.try_with(Clone::clone).unwrap_or_default()
}

/// Runs a request under its id. A panic becomes an answer here: nothing reaches the connection but what
/// the error map gives.
pub(crate) async fn observe<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let id = api.ports.identifiers.next().to_string();
    let method = request.method().clone();
    let mut response = REQUEST_ID.scope(id.clone(), answer(request, next)).await?;
    let pattern = response.request().match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    let status = response.status();
    let elapsed = started.elapsed();
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    // The path's pattern and not the path: identifiers stay out of the log's cardinality, secrets in
    // query strings out of the log.
    tracing::info!(request_id = id, %method, path = pattern, status = status.as_u16(), ms = elapsed.as_millis(), "request");
    let labels = [("method", method.to_string()), ("path", pattern), ("status", status.as_u16().to_string())];
    metrics::counter!("portal_http_requests_total", &labels).increment(1);
    metrics::histogram!("portal_http_request_seconds", &labels[..2]).record(elapsed.as_secs_f64());
    Ok(response)
}

async fn answer<B: MessageBody>(request: ServiceRequest, next: Next<B>) -> Result<ServiceResponse<B>, Error> {
    if let Ok(outcome) = AssertUnwindSafe(next.call(request)).catch_unwind().await {
        return outcome;
    }
    tracing::error!(request_id = current_request_id(), "a handler panicked");
    Err(ApiError::internal().into())
}
