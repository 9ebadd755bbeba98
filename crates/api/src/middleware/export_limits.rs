//! Limits of exports of users' data, which read every file of a user.

use std::collections::HashSet;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use portal_domain::ids::UserId;

use super::limits::check_rate;
use crate::error::ApiError;
use crate::middleware::count_limit_hit;

/// When a user may try again who has a running export.
const RETRY_AFTER: TimeDelta = TimeDelta::seconds(10);

/// Exports per user: so many per hour, and one at a time. Counted in this process.
pub(super) struct ExportLimits {
    rate: DefaultKeyedRateLimiter<UserId>,
    running: Mutex<HashSet<UserId>>,
    enabled: bool,
}

impl ExportLimits {
    pub(super) fn new(per_hour: NonZeroU32, enabled: bool) -> Self {
        Self { rate: RateLimiter::keyed(Quota::per_hour(per_hour)), running: Mutex::default(), enabled }
    }

    /// Counts an export. It runs until the permit is dropped.
    pub(super) fn begin(self: &Arc<Self>, user: UserId) -> Result<Option<ExportPermit>, ApiError> {
        if !self.enabled {
            return Ok(None);
        }
        if !self.running.lock().unwrap_or_else(PoisonError::into_inner).insert(user) {
            count_limit_hit("running_export");
            return Err(ApiError::too_many_requests(RETRY_AFTER));
        }
        let permit = ExportPermit { limits: self.clone(), user };
        check_rate(&self.rate, &user, "export")?;
        Ok(Some(permit))
    }

    /// Removes idle users, to free memory. To be called periodically.
    pub(super) fn remove_idle(&self) {
        self.rate.retain_recent();
        self.rate.shrink_to_fit();
    }
}

/// The right to run an export.
pub(crate) struct ExportPermit {
    limits: Arc<ExportLimits>,
    user: UserId,
}

impl Drop for ExportPermit {
    fn drop(&mut self) {
        self.limits.running.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.user);
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn begin_rejects_a_second_running_export_of_a_user_and_too_many_per_hour() {
        let limits = Arc::new(ExportLimits::new(NonZeroU32::new(2).unwrap(), true));
        let (one, other) = (UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        let running = limits.begin(one).unwrap();
        assert!(limits.begin(one).is_err(), "one runs");
        assert!(limits.begin(other).is_ok(), "users are independent");
        drop(running);
        assert!(limits.begin(one).is_ok(), "it has ended");
        assert!(limits.begin(one).is_err(), "two per hour");
    }

    #[test]
    fn begin_accepts_every_export_if_disabled() {
        let limits = Arc::new(ExportLimits::new(NonZeroU32::MIN, false));
        let user = UserId(Uuid::from_u128(1));
        let permits: Vec<_> = (0..5).map(|_| limits.begin(user)).collect();
        assert!(permits.iter().all(Result::is_ok));
    }
}
