//! The log: one subscriber for the process, on standard error.

mod log_writer;

use std::fs::File;
use std::io::IsTerminal;
use std::os::fd::AsFd;
use std::panic::PanicHookInfo;

use tracing_subscriber::EnvFilter;

pub use self::log_writer::LogGuard;
use self::log_writer::LogWriter;
use crate::config::{Config, LogFormat};
use crate::failure::{Context, Failure};

/// Installs the log subscriber. Fails if there is one already. The guard writes the last lines when
/// it is dropped.
pub fn start(config: &Config) -> Result<LogGuard, Failure> {
    let filter = EnvFilter::try_new(&config.log_filter).context("invalid log_filter")?;
    let stderr = std::io::stderr();
    let is_terminal = stderr.is_terminal();
    // Not `Stderr`: its lock would be held while its reader is stuck.
    let output = stderr.as_fd().try_clone_to_owned().context("failed to open standard error")?;
    let buffer = usize::try_from(config.log_buffer_kib.get()).unwrap_or(usize::MAX).saturating_mul(1024);
    let (writer, guard) =
        LogWriter::start(File::from(output), buffer, report_dropped).context("failed to start the log's thread")?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(move || writer.clone())
        .with_ansi(is_terminal)
        // It would print failed writes to standard error, which panics if that is closed or full.
        .log_internal_errors(false);
    match config.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    }
    .context("failed to start the log")?;
    // The default hook writes to standard error itself, and so waits for its reader.
    std::panic::set_hook(Box::new(log_panic));
    Ok(guard)
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
