//! How far a replica lags, as this process knows it.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The lag of a replica and its limit. Clones share the state.
///
/// The lag is the time since a moment whose changes the replica has applied. It grows by itself: if
/// nothing measures it any more, the limit is soon exceeded.
#[derive(Debug, Clone)]
pub struct Freshness {
    limit: Duration,
    /// The replica has applied what the primary had committed at this time; `None` if that is
    /// unknown.
    applied_at: Arc<Mutex<Option<Instant>>>,
}

impl Freshness {
    pub fn new(limit: Duration) -> Self {
        Self { limit, applied_at: Arc::default() }
    }

    /// The upper bound of the lag; `None` if it is unknown.
    pub fn lag(&self) -> Option<Duration> {
        self.applied_at().as_ref().map(Instant::elapsed)
    }

    pub(crate) fn limit(&self) -> Duration {
        self.limit
    }

    pub(crate) fn is_within_limit(&self) -> bool {
        self.lag().is_some_and(|lag| lag <= self.limit)
    }

    /// A later time replaces an earlier one only: the monitor measures in order.
    pub(crate) fn record(&self, applied_at: Instant) {
        *self.lock() = Some(applied_at);
    }

    /// Until the next measurement the primary answers.
    pub(crate) fn forget(&self) {
        *self.lock() = None;
    }

    fn applied_at(&self) -> Option<Instant> {
        *self.lock()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<Instant>> {
        self.applied_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_within_limit_until_lag_exceeds_it() {
        let freshness = Freshness::new(Duration::from_secs(5));
        assert!(!freshness.is_within_limit(), "unknown");
        freshness.record(Instant::now());
        assert!(freshness.is_within_limit());
        let Some(earlier) = Instant::now().checked_sub(Duration::from_secs(6)) else { return };
        freshness.record(earlier);
        assert!(!freshness.is_within_limit() && freshness.lag() >= Some(Duration::from_secs(6)));
        freshness.record(Instant::now());
        freshness.forget();
        assert!(!freshness.is_within_limit());
    }
}
