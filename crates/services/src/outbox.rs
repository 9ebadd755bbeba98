//! The outbox is worked off: mails are sent, files that no row names are removed.

mod remove_discarded;
mod send_mails;

pub use remove_discarded::remove_discarded;
pub use send_mails::{Round, send_mails};

use chrono::TimeDelta;

/// How long a process may hold what it has claimed before another one takes over.
const LEASE: TimeDelta = TimeDelta::minutes(5);

/// How much is claimed at a time.
const BATCH: i64 = 20;
