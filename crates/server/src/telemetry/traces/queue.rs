//! The queue of finished spans, and the task that sends them.

use std::time::Duration;

use opentelemetry::Context;
use opentelemetry_sdk::error::OTelSdkResult;
use opentelemetry_sdk::trace::{Span, SpanData, SpanExporter, SpanProcessor};
use tokio::sync::{mpsc, watch};

/// Spans of one request to the collector.
const BATCH: usize = 512;
/// How long a batch waits until it is full.
const DELAY: Duration = Duration::from_secs(1);
/// For one batch.
const SEND_TIMEOUT: Duration = Duration::from_secs(6);

/// Accepts finished spans. While the queue is full, spans are dropped and counted.
#[derive(Debug)]
pub(super) struct SpanQueue(mpsc::Sender<SpanData>);

impl SpanQueue {
    pub(super) fn new(max_spans: usize) -> (Self, mpsc::Receiver<SpanData>) {
        let (sender, spans) = mpsc::channel(max_spans);
        (Self(sender), spans)
    }
}

impl SpanProcessor for SpanQueue {
    fn on_start(&self, _: &mut Span, _: &Context) {}

    fn on_end(&self, span: SpanData) {
        if span.span_context.is_sampled() && self.0.try_send(span).is_err() {
            count_dropped("queue", 1);
        }
    }

    fn force_flush(&self) -> OTelSdkResult {
        Ok(())
    }

    fn shutdown_with_timeout(&self, _: Duration) -> OTelSdkResult {
        Ok(())
    }
}

/// Sends spans until `stopped`, and then those that are queued.
pub(super) async fn send(
    exporter: impl SpanExporter,
    mut spans: mpsc::Receiver<SpanData>,
    mut stopped: watch::Receiver<bool>,
) {
    let (mut batch, mut collector) = (Vec::with_capacity(BATCH), Collector { exporter, fails: false });
    loop {
        let received = tokio::select! {
            received = spans.recv_many(&mut batch, BATCH) => received,
            _ = stopped.wait_for(|stopped| *stopped) => 0,
        };
        // Also if the sender of `stopped` is gone.
        let ends = received == 0 || tokio::time::timeout(DELAY, stopped.wait_for(|stopped| *stopped)).await.is_ok();
        while batch.len() < BATCH
            && let Ok(span) = spans.try_recv()
        {
            batch.push(span);
        }
        if !batch.is_empty() {
            collector.send(std::mem::take(&mut batch)).await;
        }
        if ends && spans.is_empty() {
            return;
        }
    }
}

struct Collector<E> {
    exporter: E,
    /// Whether the last batch was lost: only the first is logged.
    fails: bool,
}

impl<E: SpanExporter> Collector<E> {
    async fn send(&mut self, batch: Vec<SpanData>) {
        let spans = batch.len() as u64;
        let error = match tokio::time::timeout(SEND_TIMEOUT, self.exporter.export(batch)).await {
            Ok(Ok(())) => None,
            Ok(Err(error)) => Some(error.to_string()),
            Err(_) => Some(format!("timed out after {} s", SEND_TIMEOUT.as_secs())),
        };
        if let Some(error) = &error {
            count_dropped("collector", spans);
            if !self.fails {
                tracing::warn!(error, "failed to send spans to otlp_endpoint; they are dropped until it responds");
            }
        } else {
            metrics::counter!("portal_trace_spans_sent_total").increment(spans);
            if self.fails {
                tracing::info!("otlp_endpoint accepts spans again");
            }
        }
        self.fails = error.is_some();
    }
}

fn count_dropped(reason: &'static str, spans: u64) {
    metrics::counter!("portal_trace_spans_dropped_total", "reason" => reason).increment(spans);
}
