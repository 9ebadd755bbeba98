//! The log: one subscriber for the whole process, on standard error.

use tracing_subscriber::EnvFilter;

use crate::failure::{Attempt, Failure};
use crate::settings::{LogFormat, Settings};

/// Starts writing the log. Happens once a process.
pub fn start(settings: &Settings) -> Result<(), Failure> {
    let filter = EnvFilter::try_new(&settings.log_filter).attempt("log_filter is no filter")?;
    let lines = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_target(false);
    match settings.log_format {
        LogFormat::Text => lines.try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    }
    .attempt("the log could not be started")
}
