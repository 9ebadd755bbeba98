//! Clock and identifiers, which tests replace.

use chrono::{DateTime, Utc};
use uuid::Uuid;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Clock: Send + Sync {
    /// The current time in whole microseconds, the precision of the database and of clients.
    fn now(&self) -> DateTime<Utc>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Identifiers: Send + Sync {
    /// A new `UUIDv7`.
    fn next(&self) -> Uuid;
}
