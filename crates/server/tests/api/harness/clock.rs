//! The clock of a test.

use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use portal_services::ports::Clock;

/// Starts at the system time, because PostgreSQL and cookies have their own clocks. It moves only
/// by [`advance`](Self::advance), and by a microsecond at each read, so that all timestamps differ.
pub(crate) struct TestClock(Mutex<DateTime<Utc>>);

impl TestClock {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(portal_server::clock::SystemClock.now()))
    }

    pub(crate) fn advance(&self, time: TimeDelta) {
        *self.0.lock().unwrap() += time;
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        let mut now = self.0.lock().unwrap();
        *now += TimeDelta::microseconds(1);
        *now
    }
}
