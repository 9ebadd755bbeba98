//! Spans of traces. They have a target of their own, so that only the exporter of traces reads them
//! and the log never contains them. Without an exporter they are disabled and cost nothing.
//!
//! Attributes are what an operator may see: no values of rows, no addresses, no paths with ids.

use tracing::{Level, Span};

/// The target of all spans of traces. No module may have a path that begins like it.
pub const TARGET: &str = "portal_trace";

/// Whether this task is within a trace. Spans that mean nothing alone, such as statements, are
/// recorded only then.
pub fn is_recorded() -> bool {
    tracing::enabled!(target: TARGET, Level::INFO) && !Span::current().is_none()
}
