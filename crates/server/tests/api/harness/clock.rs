//! A clock that stands until it is moved.

use std::sync::Mutex;

use chrono::{DateTime, TimeDelta, Utc};
use portal_services::ports::Clock;

/// Begins at the machine's time, because PostgreSQL and cookies have clocks of their own, and moves
/// only by [`advance`](Self::advance) and by a microsecond at each look: no two changes are of one moment.
pub struct TestClock(Mutex<DateTime<Utc>>);

impl TestClock {
    pub fn new() -> Self {
        Self(Mutex::new(portal_server::chance::SystemClock.now()))
    }

    pub fn advance(&self, by: TimeDelta) {
        *self.0.lock().unwrap() += by;
    }
}

impl Clock for TestClock {
    fn now(&self) -> DateTime<Utc> {
        let mut now = self.0.lock().unwrap();
        *now += TimeDelta::microseconds(1);
        *now
    }
}
