//! The system's implementation of the ports `Clock` and `Identifiers`.

use chrono::{DateTime, SubsecRound, Utc};
use portal_services::ports::{Clock, Identifiers};
use uuid::Uuid;

/// The system clock, in microseconds as PostgreSQL stores them.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "the implementation of the Clock port")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// `UUIDv7` from the system clock and random numbers.
pub struct RandomIdentifiers;

impl Identifiers for RandomIdentifiers {
    #[expect(clippy::disallowed_methods, reason = "the implementation of the Identifiers port")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
