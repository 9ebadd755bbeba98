//! Traces by OTLP: spans of requests, statements, operations of the object store, and mails.
//!
//! Nothing waits for the collector: spans are queued, and dropped while the queue is full.

mod client;
mod queue;
mod sampling;

use std::sync::Arc;
use std::time::Duration;

use opentelemetry::trace::TracerProvider;
use opentelemetry::{InstrumentationScope, KeyValue};
use opentelemetry_otlp::{RetryPolicy, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider, SpanExporter as _};
use portal_api::RequestTraces;
use portal_services::trace;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use self::client::CollectorClient;
use self::queue::SpanQueue;
use self::sampling::{SampledRequests, Sampling};
use crate::config::{Config, OtlpEndpoint};
use crate::failure::{Context, Failure};

/// How long the last spans may take when the process ends.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// The running exporter of traces.
pub struct Traces {
    requests: Arc<dyn RequestTraces>,
    stop: watch::Sender<bool>,
    exporter: JoinHandle<()>,
}

impl Traces {
    /// Starts the task that sends spans.
    pub(super) fn start(config: &Config, endpoint: &OtlpEndpoint) -> Result<(Self, SdkTracer), Failure> {
        let ratio = f64::from(config.otlp_sample_percent) / 100.0;
        let resource = Resource::builder()
            .with_service_name("fensterplatz")
            .with_attributes([
                KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
                KeyValue::new("service.instance.id", format!("{:032x}", rand::random::<u128>())),
            ])
            .build();
        let mut exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(CollectorClient::new().context("failed to create the client of otlp_endpoint")?)
            .with_endpoint(endpoint.traces_url())
            // A retry would sleep on a thread that serves requests.
            .with_retry_policy(RetryPolicy::disabled())
            .build()
            .context("failed to use otlp_endpoint")?;
        exporter.set_resource(&resource);
        let (queue, spans) = SpanQueue::new(usize::try_from(config.otlp_queue_spans.get()).unwrap_or(usize::MAX));
        let provider = SdkTracerProvider::builder()
            .with_resource(resource)
            .with_sampler(Sampling::new(ratio))
            .with_span_processor(queue)
            .build();
        let tracer = provider.tracer_with_scope(InstrumentationScope::builder("portal").build());
        let (stop, stopped) = watch::channel(false);
        let exporter = tokio::spawn(queue::send(exporter, spans, stopped));
        Ok((Self { requests: Arc::new(SampledRequests::new(ratio)), stop, exporter }, tracer))
    }

    pub fn requests(&self) -> Arc<dyn RequestTraces> {
        self.requests.clone()
    }

    /// Sends the queued spans, as far as the collector accepts them in time.
    pub async fn stop(mut self) {
        // An error means that the task has ended.
        let _ = self.stop.send(true);
        if tokio::time::timeout(FLUSH_TIMEOUT, &mut self.exporter).await.is_err() {
            self.exporter.abort();
            tracing::warn!("timed out sending the last spans to otlp_endpoint");
        }
    }
}

/// Passes spans of traces, and nothing else, to the tracer.
pub(super) fn layer<S>(tracer: SdkTracer) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span> + Send + Sync,
{
    let layer = tracing_opentelemetry::layer()
        .with_tracer(tracer)
        .with_location(false)
        .with_threads(false)
        .with_target(false)
        .with_tracked_inactivity(false);
    layer.with_filter(filter_fn(|metadata| metadata.target() == trace::TARGET)).boxed()
}
