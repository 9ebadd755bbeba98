//! Gives every request an id, one log line and metrics.

use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::InternalError;
use actix_web::http::header::{HeaderMap, HeaderValue};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::{Error, HttpResponse, ResponseError, web};
use futures_util::FutureExt;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_services::ports::SecurityRecord;
use tracing::Instrument;

use super::request_context::{REQUEST, REQUEST_ID, RequestContext, current_request_id, request_id};
use super::trace::RequestSpan;
use crate::Api;
use crate::error::ApiError;
use crate::extract::Identity;
use crate::middleware::client_address::client_network;
use crate::middleware::headers::API_PATH;

/// Runs a request with its id. Turns a panic into an error response.
pub(crate) async fn observe<B: MessageBody>(
    api: web::Data<Api>,
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let started = Instant::now();
    let id = request_id(&api, request.request());
    let method = known_method(request.method());
    let network = Some(client_network(api.client_address(request.request())));
    let trace = RequestSpan::start(&api, request.request(), method, &id);
    let context = RequestContext { id, network, trace_id: trace.trace_id.clone() };
    let observed = Observed { api: &api, method, trace: &trace, started };
    let call = AssertUnwindSafe(next.call(request).instrument(trace.span.clone())).catch_unwind();
    let outcome = REQUEST.scope(context.clone(), call).await;
    REQUEST.sync_scope(context, || match outcome {
        Ok(Ok(mut response)) => {
            record_refusal(&api, &response);
            set_request_id(response.headers_mut(), &current_request_id());
            let pattern = response.request().match_pattern().unwrap_or_else(|| UNMATCHED.to_owned());
            observed.record(pattern, response.status());
            Ok(response)
        }
        Ok(Err(error)) => Err(observed.finish_error(error.error_response())),
        Err(_) => {
            tracing::error!("handler panicked");
            Err(observed.finish_error(ApiError::internal().error_response()))
        }
    })
}

/// Requests whose route is unknown, as a label of metrics.
const UNMATCHED: &str = "unmatched";

/// A request whose response is known.
struct Observed<'a> {
    api: &'a Api,
    method: &'static str,
    trace: &'a RequestSpan,
    started: Instant,
}

impl Observed<'_> {
    fn record(&self, pattern: String, status: StatusCode) {
        self.trace.finish(self.api, &pattern, status);
        record(self.method, pattern, status, self.started);
    }

    /// Completes and records an error that no route has turned into a response. It has to stay an
    /// error, because the request that a response needs is gone.
    fn finish_error(&self, mut response: HttpResponse) -> Error {
        let status = response.status();
        self.api.headers.apply(API_PATH, status, response.headers_mut());
        set_request_id(response.headers_mut(), &current_request_id());
        self.record(UNMATCHED.to_owned(), status);
        InternalError::from_response("the request failed outside of its handler", response).into()
    }
}

/// Sets the header that names the request in the log.
pub(crate) fn set_request_id(headers: &mut HeaderMap, id: &str) {
    if let Ok(value) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, value);
    }
}

/// Logs and counts a request. The pattern instead of the path limits the cardinality, and keeps
/// secrets in query strings out of the log.
pub(crate) fn record(method: &'static str, pattern: String, status: StatusCode, started: Instant) {
    let (status, elapsed) = (status.as_u16(), started.elapsed());
    tracing::info!(method, path = pattern, status, ms = elapsed.as_millis(), "request");
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
