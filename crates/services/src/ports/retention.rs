//! Pruning of data whose retention period is over.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use portal_domain::ids::UserId;

use super::StoreError;

/// The times before which data is due for pruning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RetentionCutoffs {
    /// For documents, the time of the decision.
    pub documents: DateTime<Utc>,
    /// For undecided registrations, the time of submission.
    pub undecided: DateTime<Utc>,
    /// For users who can set their first password, the end of their last activation link.
    pub unactivated: DateTime<Utc>,
    /// For rejected registrations, the time of the decision.
    pub rejected: DateTime<Utc>,
    /// For letters of decided applications and notes of rejections, the time of the last decision.
    pub letters: DateTime<Utc>,
    /// For letters of open applications, the time of the last change.
    pub open_letters: DateTime<Utc>,
    /// For texts of reports, the time of the report.
    pub reports: DateTime<Utc>,
}

/// Several processes may work at once: each takes rows that no other holds.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RetentionRepository: Send {
    /// Deletes at most `limit` documents, and returns the locations of their files.
    async fn prune_documents(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<Vec<String>, StoreError>;

    /// At most `limit` users who were not approved or have not set a password, and are due; not locked.
    async fn list_due_users(&mut self, cutoffs: &RetentionCutoffs, limit: i64) -> Result<Vec<UserId>, StoreError>;

    /// Whether this user is still due. Called with the user locked.
    async fn is_user_due(&mut self, id: UserId, cutoffs: &RetentionCutoffs) -> Result<bool, StoreError>;

    /// Erases at most `limit` letters of decided applications, and returns how many.
    async fn prune_letters(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// Erases at most `limit` letters of open applications, and returns how many.
    async fn prune_open_letters(&mut self, changed_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// Erases at most `limit` notes of rejections, and returns how many.
    async fn prune_rejection_notes(&mut self, decided_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// Erases at most `limit` texts of reports, and returns how many.
    async fn prune_reports(&mut self, created_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;
}

/// Prunes rows that no use case reads any more, outside of a transaction. One process at a time
/// prunes rows of a kind; in the others the functions do nothing and return 0. Functions with a
/// `limit` delete at most so many rows with a statement, and return how many were deleted: from the
/// limit on, more may be due.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Pruner: Send + Sync {
    /// The sessions that were not rotated since `idle_since` or began before `started_before`.
    async fn prune_sessions(
        &self,
        idle_since: DateTime<Utc>,
        started_before: DateTime<Utc>,
        limit: i64,
    ) -> Result<u64, StoreError>;

    /// The attempt counters whose window has ended.
    async fn prune_attempts(&self, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// The password reset tokens that expired before `now`. Expired activation tokens are kept:
    /// they can be exchanged for a new link.
    async fn prune_reset_tokens(&self, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// The activation tokens that were used until `used_before`.
    async fn prune_activation_tokens(&self, used_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// The login challenges that expired before `now`.
    async fn prune_login_challenges(&self, now: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// The devices that were last used until `used_before`.
    async fn prune_devices(&self, used_before: DateTime<Utc>, limit: i64) -> Result<u64, StoreError>;

    /// The views of listings on days before this one. Their totals stay.
    async fn prune_view_days(&self, before: NaiveDate, limit: i64) -> Result<u64, StoreError>;

    /// The listing changes that are older than an hour, which no [`SearchFeed`](super::SearchFeed)
    /// reads any more.
    async fn prune_listing_changes(&self) -> Result<u64, StoreError>;

    /// The changes of saved searches that are older than an hour, which no
    /// [`SavedSearchFeed`](super::SavedSearchFeed) reads any more.
    async fn prune_saved_search_changes(&self) -> Result<u64, StoreError>;

    /// The search words that no listing has any more.
    async fn prune_search_words(&self) -> Result<u64, StoreError>;

    /// Sums up the log of changed row counts, one batch. Returns whether there may be more.
    async fn fold_row_counts(&self) -> Result<bool, StoreError>;
}
