//! The log: one subscriber for the process, on standard error.

mod log_writer;
mod request_fields;
#[cfg(feature = "otlp")]
mod traces;
#[cfg(not(feature = "otlp"))]
mod without_traces;

use std::fs::File;
use std::io::IsTerminal;
use std::os::fd::AsFd;
use std::panic::PanicHookInfo;

use portal_services::trace;
use tracing::Subscriber;
#[cfg(feature = "otlp")]
use tracing_subscriber::Registry;
use tracing_subscriber::filter::Directive;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::registry::LookupSpan;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, Layer};

pub use self::log_writer::LogGuard;
use self::log_writer::LogWriter;
use self::request_fields::{JsonLines, TextFields};
#[cfg(feature = "otlp")]
pub use self::traces::Traces;
#[cfg(not(feature = "otlp"))]
pub use self::without_traces::Traces;
use crate::config::{Config, LogFormat};
use crate::failure::{Context, Failure};

/// The log, and the traces if they are collected.
pub struct Telemetry {
    /// Writes the last lines when it is dropped.
    pub log: LogGuard,
    pub traces: Option<Traces>,
}

/// Installs the subscriber of the log, and while serving that of traces. Fails if there is one
/// already.
pub fn start(config: &Config, is_serving: bool) -> Result<Telemetry, Failure> {
    let filter = EnvFilter::try_new(&config.log_filter).context("invalid log_filter")?;
    // Spans of traces are not for the log, even if its filter enables all targets.
    let no_traces = format!("{}=off", trace::TARGET).parse::<Directive>().context("invalid target of traces")?;
    let filter = filter.add_directive(no_traces);
    let stderr = std::io::stderr();
    let is_terminal = stderr.is_terminal();
    // Not `Stderr`: its lock would be held while its reader is stuck.
    let output = stderr.as_fd().try_clone_to_owned().context("failed to open standard error")?;
    let buffer = usize::try_from(config.log_buffer_kib.get()).unwrap_or(usize::MAX).saturating_mul(1024);
    let (writer, log) =
        LogWriter::start(File::from(output), buffer, report_dropped).context("failed to start the log's thread")?;
    let format = config.log_format;
    let traces = match config.otlp_endpoint.as_ref().filter(|_| is_serving) {
        None => {
            let subscriber = tracing_subscriber::registry().with(filter).with(lines(format, writer, is_terminal));
            subscriber.try_init().context("failed to start the log")?;
            None
        }
        #[cfg(feature = "otlp")]
        Some(endpoint) => {
            let (traces, spans) = Traces::start(config, endpoint)?;
            let lines = lines::<Registry>(format, writer, is_terminal).with_filter(filter);
            let subscriber = tracing_subscriber::registry().with(lines).with(traces::layer(spans));
            subscriber.try_init().context("failed to start the log")?;
            Some(traces)
        }
        #[cfg(not(feature = "otlp"))]
        Some(_) => {
            let message = "otlp_endpoint is set, but this program was built without traces (feature `otlp`)";
            return Err(Failure::new(message));
        }
    };
    // The default hook writes to standard error itself, and so waits for its reader.
    std::panic::set_hook(Box::new(log_panic));
    Ok(Telemetry { log, traces })
}

/// The layer that writes lines.
fn lines<S>(format: LogFormat, writer: LogWriter, is_terminal: bool) -> Box<dyn Layer<S> + Send + Sync>
where
    S: Subscriber + for<'span> LookupSpan<'span>,
{
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(move || writer.clone())
        .with_ansi(is_terminal)
        // It would print failed writes to standard error, which panics if that is closed or full.
        .log_internal_errors(false);
    match format {
        LogFormat::Text => lines.fmt_fields(TextFields::default()).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).map_event_format(JsonLines).boxed(),
    }
}

fn report_dropped(lines: u64) {
    tracing::warn!(lines, "log lines dropped: the reader of the log was too slow or gone");
}

/// A formatted message may quote personal data, so only a constant one is logged.
fn log_panic(info: &PanicHookInfo<'_>) {
    let location = info.location().map(ToString::to_string);
    let message = info.payload().downcast_ref::<&'static str>();
    tracing::error!(location, message, "panicked");
}
