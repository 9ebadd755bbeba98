//! The reply clock: what waits too long for somebody's decision is seen, and the people concerned are told.

mod remind;

pub use remind::{Reminders, remind};

use chrono::{DateTime, TimeDelta, Utc};

use crate::ports::Ports;

/// Tells what has waited too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyClock {
    now: DateTime<Utc>,
    patience: TimeDelta,
}

impl ReplyClock {
    pub fn of(ports: &Ports) -> Self {
        Self { now: ports.clock.now(), patience: ports.rules.reply_time }
    }

    /// Whether what waits since then should have been decided by now.
    pub fn is_overdue(self, waiting_since: Option<DateTime<Utc>>) -> bool {
        waiting_since.is_some_and(|since| since <= self.now - self.patience)
    }
}
