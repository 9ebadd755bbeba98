//! Rate limit counters, shared by all processes.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::StoreError;

/// The attempts in the current window of a counter, this one included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempts {
    pub count: u32,
    /// When the counter is reset.
    pub window_ends: DateTime<Utc>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AttemptCounters: Send + Sync {
    /// Counts an attempt atomically. A window begins with its first attempt and lasts `window`.
    /// Keys must not contain personal data: callers hash them.
    async fn add(&self, key: &str, window: TimeDelta, now: DateTime<Utc>) -> Result<Attempts, StoreError>;

    /// Takes one attempt back, of what did not happen after all.
    async fn take_back(&self, key: &str) -> Result<(), StoreError>;

    async fn clear(&self, key: &str) -> Result<(), StoreError>;
}
