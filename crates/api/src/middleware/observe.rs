//! Gives every request an id, one log line and metrics.

use std::net::IpAddr;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError, web};
use futures_util::FutureExt;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_services::ports::SecurityRecord;

use crate::Api;
use crate::error::ApiError;
use crate::extract::Identity;
use crate::middleware::client_address::client_network;
use crate::middleware::headers::API_PATH;

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
    let call = AssertUnwindSafe(next.call(request)).catch_unwind();
    match REQUEST.scope(context.clone(), call).await {
        Ok(Ok(mut response)) => {
            REQUEST.sync_scope(context, || record_refusal(&api, &response));
            set_request_id(response.headers_mut(), &id);
            let pattern = response.request().match_pattern().unwrap_or_else(|| UNMATCHED.to_owned());
            record(&id, method, pattern, response.status(), started);
            Ok(response)
        }
        Ok(Err(error)) => Err(finish_error(&api, &id, method, started, error.error_response())),
        Err(_) => {
            tracing::error!(request_id = id, "handler panicked");
            let error = REQUEST.sync_scope(context, ApiError::internal);
            Err(finish_error(&api, &id, method, started, error.error_response()))
        }
    }
}

/// Requests whose route is unknown, as a label of metrics.
const UNMATCHED: &str = "unmatched";

/// Completes and records an error that no route has turned into a response. It has to stay an error,
/// because the request that a response needs is gone.
fn finish_error(api: &Api, id: &str, method: &'static str, started: Instant, mut response: HttpResponse) -> Error {
    let status = response.status();
    api.headers.apply(API_PATH, status, response.headers_mut());
    set_request_id(response.headers_mut(), id);
    record(id, method, UNMATCHED.to_owned(), status, started);
    InternalError::from_response("the request failed outside of its handler", response).into()
}

/// Sets the header that names the request in the log.
pub(crate) fn set_request_id(headers: &mut HeaderMap, id: &str) {
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(HeaderName::from_static("x-request-id"), value);
    }
}

/// Logs and counts a request. The pattern instead of the path limits the cardinality, and keeps
/// secrets in query strings out of the log.
pub(crate) fn record(id: &str, method: &'static str, pattern: String, status: StatusCode, started: Instant) {
    let (status, elapsed) = (status.as_u16(), started.elapsed());
    tracing::info!(request_id = id, method, path = pattern, status, ms = elapsed.as_millis(), "request");
    let labels = [("method", method.to_owned()), ("path", pattern), ("status", status.to_string())];
    metrics::counter!("portal_http_requests_total", &labels).increment(1);
    metrics::histogram!("portal_http_request_seconds", &labels[..2]).record(elapsed.as_secs_f64());
}

/// Writes refused rights and reached rate limits into the security log.
fn record_refusal<B>(api: &Api, response: &ServiceResponse<B>) {
    let event = match response.status() {
        StatusCode::FORBIDDEN => SecurityEvent::AccessRefused,
        StatusCode::TOO_MANY_REQUESTS => SecurityEvent::RateLimit,
        _ => return,
    };
    let user = match Identity::of(response.request()) {
        Identity::Known(identified) => Some(identified.actor.user_id),
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

#[cfg(test)]
mod tests {
    use actix_web::test::{TestRequest, init_service};
    use actix_web::{App, middleware};

    use super::*;
    use crate::routes::testing;

    #[actix_web::test]
    async fn observe_answers_a_panic_with_all_headers() {
        let handler = async || -> HttpResponse { panic!("a bug") };
        let app = App::new()
            .route("/", web::get().to(handler))
            .wrap(middleware::from_fn(observe))
            .app_data(web::Data::new(testing::api()));
        let app = init_service(app).await;
        let response = actix_web::dev::Service::call(&app, TestRequest::get().uri("/").to_request()).await;
        let response = response.map_or_else(|error| error.error_response(), Into::into);
        let header = |name| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        assert_eq!(response.status(), 500);
        assert_eq!(header("x-content-type-options").as_deref(), Some("nosniff"));
        assert_eq!(header("cache-control").as_deref(), Some("no-store"));
        assert!(header("x-request-id").is_some_and(|id| !id.is_empty()));
    }
}
