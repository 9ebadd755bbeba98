//! Time and identifiers, from the machine.

use chrono::{DateTime, SubsecRound, Utc};
use portal_services::ports::{Clock, Identifiers};
use uuid::Uuid;

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the port that others take the time from")]
    fn now(&self) -> DateTime<Utc> {
        Utc::now().trunc_subsecs(6)
    }
}

/// Identifiers from the machine's clock and random numbers.
pub struct RandomIdentifiers;

impl Identifiers for RandomIdentifiers {
    #[expect(clippy::disallowed_methods, reason = "this is the port that others take identifiers from")]
    fn next(&self) -> Uuid {
        Uuid::now_v7()
    }
}
