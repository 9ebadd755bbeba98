//! The queue of published and changed listings that wait to be matched with saved searches. The
//! store fills it in the transaction of the change.

use async_trait::async_trait;
use chrono::TimeDelta;
use portal_domain::ids::ListingId;

use super::{SearchDocument, StoreError};

/// A listing that this process may match until its lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedListing {
    pub id: ListingId,
    /// Its rows of the queue, to be removed afterwards.
    pub numbers: Vec<i64>,
}

/// What a claim has taken.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ClaimedListings {
    /// Each once.
    pub listings: Vec<ClaimedListing>,
    /// Rows without a listing, to be removed when all listings are matched.
    pub other_numbers: Vec<i64>,
    /// Whether more may wait.
    pub is_full: bool,
}

impl ClaimedListings {
    pub fn is_empty(&self) -> bool {
        self.listings.is_empty() && self.other_numbers.is_empty()
    }
}

/// The state of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnmatchedBacklog {
    pub waiting: u64,
    /// The age of the oldest change.
    pub oldest: TimeDelta,
}

/// The times of claims are measured by the store's clock, which all processes share.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait UnmatchedListings: Send + Sync {
    /// Claims at most `limit` rows that are due and that no other process holds. No other process
    /// gets them before the end of the lease, and one does afterwards, so that a crashed process
    /// loses none.
    async fn claim(&self, lease: TimeDelta, limit: i64) -> Result<ClaimedListings, StoreError>;

    /// Those of the listings that are searchable.
    async fn load(&self, ids: &[ListingId]) -> Result<Vec<SearchDocument>, StoreError>;

    /// The state of the queue, for the metrics.
    async fn backlog(&self) -> Result<UnmatchedBacklog, StoreError>;
}
