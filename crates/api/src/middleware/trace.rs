//! The span of a request in a trace.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::http::header::HeaderName;
use portal_services::trace;
use tracing::Span;
use tracing::field::Empty;

use super::request_context::header_of_proxy;
use crate::Api;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// Decides which requests are traced. Implemented where traces are exported.
pub trait RequestTraces: Send + Sync {
    /// Whether to trace a request whose proxy has sent this `traceparent`.
    fn samples(&self, parent: Option<&str>) -> bool;

    /// Begins the trace with this span, or continues that of the `traceparent`. Returns the id of the
    /// trace.
    fn begin(&self, span: &Span, parent: Option<&str>) -> Option<String>;

    /// Names a span that has begun.
    fn rename(&self, span: &Span, name: String);
}

/// The span of a request; disabled if the request is not traced.
pub(super) struct RequestSpan {
    pub span: Span,
    pub trace_id: Option<String>,
    method: &'static str,
}

impl RequestSpan {
    pub(super) fn start(api: &Api, request: &HttpRequest, method: &'static str, id: &str) -> Self {
        let untraced = Self { span: Span::none(), trace_id: None, method };
        let Some(traces) = &api.traces else { return untraced };
        let parent = header_of_proxy(api, request, &TRACEPARENT);
        if !traces.samples(parent) {
            return untraced;
        }
        let span = tracing::info_span!(
            target: trace::TARGET,
            parent: None,
            "request",
            otel.kind = "server",
            otel.status_code = Empty,
            http.request.method = method,
            http.route = Empty,
            http.response.status_code = Empty,
            request_id = id,
        );
        let trace_id = traces.begin(&span, parent);
        Self { span, trace_id, method }
    }

    /// Names the span by its route, which is known only now.
    pub(super) fn finish(&self, api: &Api, route: &str, status: StatusCode) {
        let Some(traces) = api.traces.as_ref().filter(|_| !self.span.is_disabled()) else { return };
        traces.rename(&self.span, format!("{} {route}", self.method));
        self.span.record("http.route", route);
        self.span.record("http.response.status_code", status.as_u16());
        if status.is_server_error() {
            self.span.record("otel.status_code", "ERROR");
        }
    }
}
