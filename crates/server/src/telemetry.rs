//! The log: one subscriber for the process, on standard error.

use tracing_subscriber::EnvFilter;

use crate::config::{Config, LogFormat};
use crate::failure::{Context, Failure};

/// Installs the log subscriber. Fails if there is one already.
pub fn start(config: &Config) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&config.log_filter).context("invalid log_filter")?;
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_target(false)
        // It would print failed writes to standard error, which panics if that is closed or full.
        .log_internal_errors(false);
    match config.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    }
    .context("failed to start the log")
}
