//! Time and identifiers.

use chrono::{DateTime, Utc};
use uuid::Uuid;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Clock: Send + Sync {
    /// The present, in whole microseconds: that is what the database keeps and clients send back.
    fn now(&self) -> DateTime<Utc>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait Identifiers: Send + Sync {
    /// A new `UUIDv7`.
    fn next(&self) -> Uuid;
}
