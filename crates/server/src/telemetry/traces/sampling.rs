//! Which traces are recorded: those that the caller records, and a share of the others.

use std::collections::HashMap;

use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::{Link, SpanContext, SpanKind, TraceContextExt, TraceId};
use opentelemetry::{Context, KeyValue};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{Sampler, SamplingResult, ShouldSample};
use portal_api::RequestTraces;
use tracing::Span;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// Decides about requests before they have a span, so that others cost nothing.
pub(super) struct SampledRequests {
    ratio: f64,
}

impl SampledRequests {
    pub(super) const fn new(ratio: f64) -> Self {
        Self { ratio }
    }
}

impl RequestTraces for SampledRequests {
    fn samples(&self, parent: Option<&str>) -> bool {
        parent.and_then(remote_span).map_or_else(|| rand::random::<f64>() < self.ratio, |parent| parent.is_sampled())
    }

    fn begin(&self, span: &Span, parent: Option<&str>) -> Option<String> {
        if let Some(parent) = parent.and_then(remote_span) {
            // It fails only for a span that is disabled.
            let _ = span.set_parent(Context::new().with_remote_span_context(parent));
        }
        let context = span.context();
        let id = context.span().span_context().trace_id();
        (id != TraceId::INVALID).then(|| id.to_string())
    }

    fn rename(&self, span: &Span, name: String) {
        span.context().span().update_name(name);
    }
}

/// The span that a `traceparent` names, if it is valid.
fn remote_span(traceparent: &str) -> Option<SpanContext> {
    let headers = HashMap::from([("traceparent".to_owned(), traceparent.to_owned())]);
    let context = TraceContextPropagator::new().extract_with_context(&Context::new(), &headers);
    let span = context.span().span_context().clone();
    span.is_valid().then_some(span)
}

/// Requests are sampled before they begin, and a child as its parent. The ratio remains for what
/// begins by itself, such as mails.
#[derive(Debug, Clone)]
pub(super) struct Sampling {
    roots: Sampler,
}

impl Sampling {
    pub(super) const fn new(ratio: f64) -> Self {
        Self { roots: Sampler::TraceIdRatioBased(ratio) }
    }
}

impl ShouldSample for Sampling {
    fn should_sample(
        &self,
        parent: Option<&Context>,
        trace_id: TraceId,
        name: &str,
        kind: &SpanKind,
        attributes: &[KeyValue],
        links: &[Link],
    ) -> SamplingResult {
        let parented = parent.filter(|context| context.has_active_span());
        let sampler = match (parented, kind) {
            (None, SpanKind::Server) => Sampler::AlwaysOn,
            (None, _) => self.roots.clone(),
            (Some(_), _) => Sampler::ParentBased(Box::new(Sampler::AlwaysOff)),
        };
        sampler.should_sample(parented, trace_id, name, kind, attributes, links)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACED: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const UNTRACED: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

    #[test]
    fn samples_follows_the_caller_and_else_the_ratio() {
        let (never, always) = (SampledRequests::new(0.0), SampledRequests::new(1.0));
        assert!(never.samples(Some(TRACED)) && !always.samples(Some(UNTRACED)));
        for parent in
            [None, Some(""), Some("00-0-0-01"), Some("00-00000000000000000000000000000000-00f067aa0ba902b7-01")]
        {
            assert!(!never.samples(parent) && always.samples(parent), "{parent:?}");
        }
    }

    #[test]
    fn sampling_of_roots_depends_on_their_kind() {
        let is_sampled = |kind| {
            let result = Sampling::new(0.0).should_sample(None, TraceId::from_bytes([1; 16]), "a", &kind, &[], &[]);
            result.decision == opentelemetry_sdk::trace::SamplingDecision::RecordAndSample
        };
        assert!(is_sampled(SpanKind::Server) && !is_sampled(SpanKind::Client));
    }
}
