//! Gives every request an id, one log line and metrics.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, web};
use futures_util::FutureExt;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_services::ports::SecurityRecord;

use crate::Api;
use crate::error::ApiError;
use crate::extract::Identity;
use crate::middleware::client_address::client_network;

/// What the logs say about the source of a request.
#[derive(Debug, Clone)]
pub(crate) struct RequestContext {
    pub id: String,
    /// The client's IPv4 address, or the /64 of its IPv6 address.
    pub network: IpAddr,
}

tokio::task_local! {
    static REQUEST: RequestContext;
}

/// The request of this task; `None` outside of a request.
pub(crate) fn current_request() -> Option<RequestContext> {
    REQUEST.try_with(Clone::clone).ok()
}

/// The id of the request of this task; empty outside of a request.
pub(crate) fn current_request_id() -> String {
    REQUEST.try_with(|request| request.id.clone()).unwrap_or_default()
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
    let network = client_network(api.client_address(request.request()));
    let context = RequestContext { id: id.clone(), network };
    let mut response = REQUEST.scope(context.clone(), call(request, next)).await?;
    let pattern = response.request().match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    let status = response.status();
    let elapsed = started.elapsed();
    REQUEST.sync_scope(context, || record_refusal(&api, &response));
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

/// Writes refused rights and reached rate limits into the security log.
fn record_refusal<B>(api: &Api, response: &ServiceResponse<B>) {
    let event = match response.status() {
        StatusCode::FORBIDDEN => SecurityEvent::AccessRefused,
        StatusCode::TOO_MANY_REQUESTS => SecurityEvent::RateLimit,
        _ => return,
    };
    let user = match Identity::of(response.request()) {
        Identity::Known(_, actor) => Some(actor.user_id),
        Identity::Anonymous | Identity::Invalid => None,
    };
    let record = SecurityRecord { event, outcome: SecurityOutcome::Refused, user, typed_email: None };
    api.ports.security_log.record(record);
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
