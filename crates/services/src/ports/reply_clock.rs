//! What has waited too long, in the store.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::application::Application;
use portal_domain::ids::UserId;

use super::StoreError;

/// Work that several processes may do at once: each person and each application is taken by one of them.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReplyClockRepository: Send {
    /// At most `limit` active people for whose decision something has waited since before `waiting_before`, and who
    /// were not told after `told_before`. They count as told at `now`. Administrators decide on registrations and on
    /// applications that were not passed on; landlords on those that were passed on to them.
    async fn take_deciders(
        &mut self,
        waiting_before: DateTime<Utc>,
        told_before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<UserId>, StoreError>;

    /// At most `limit` applications that have waited since before `waiting_before` for whoever has the turn, and whose
    /// student was never told. They count as told at `now`.
    async fn take_untold(
        &mut self,
        waiting_before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<Application>, StoreError>;
}
