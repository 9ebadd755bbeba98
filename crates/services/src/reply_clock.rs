//! The reply clock: detects overdue decisions and sends reminders.

mod remind;

pub use remind::{Reminders, remind};

use chrono::{DateTime, TimeDelta, Utc};

use crate::ports::Ports;

/// Decides what is overdue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplyClock {
    now: DateTime<Utc>,
    reply_time: TimeDelta,
}

impl ReplyClock {
    pub fn of(ports: &Ports) -> Self {
        Self { now: ports.clock.now(), reply_time: ports.config.reply_time }
    }

    /// Whether a decision that is pending since this time is overdue.
    pub fn is_overdue(self, waiting_since: Option<DateTime<Utc>>) -> bool {
        waiting_since.is_some_and(|since| since <= self.now - self.reply_time)
    }
}
