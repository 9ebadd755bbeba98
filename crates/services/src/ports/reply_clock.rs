//! Overdue decisions, for reminders.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::application::Application;
use portal_domain::ids::UserId;

use super::StoreError;

/// Several processes may work at once: each user and each application is claimed by one of them.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ReplyClockRepository: Send {
    /// Claims at most `limit` active users who have a decision pending since before
    /// `waiting_before` and were not reminded after `told_before`, and marks them as reminded at
    /// `now`. Administrators decide on registrations and on new applications; landlords on
    /// applications that an administrator approved.
    async fn claim_reviewers(
        &mut self,
        waiting_before: DateTime<Utc>,
        told_before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<UserId>, StoreError>;

    /// Claims at most `limit` applications that have awaited their next reviewer since before
    /// `waiting_before` and whose student was never notified, and marks them as notified at `now`.
    async fn claim_waiting_applications(
        &mut self,
        waiting_before: DateTime<Utc>,
        now: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<Application>, StoreError>;
}
