//! The feed of the matcher of saved searches.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::SavedSearchId;

use super::{SavedSearchChange, StoreError};

/// Up to which commit a reader knows the saved searches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearchPosition {
    /// As a text of the store.
    pub snapshot: String,
    /// Another one if another server took over, which may have lost commits.
    pub timeline: String,
    /// By the store's clock.
    pub read_at: DateTime<Utc>,
}

/// Some of all saved searches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SavedSearchPart {
    pub searches: Vec<SavedSearchChange>,
    /// Where the next part begins; `None` after the last one.
    pub last: Option<SavedSearchId>,
}

/// Changes since a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearchRead {
    pub changes: Vec<SavedSearchChange>,
    pub position: SavedSearchPosition,
}

/// Reads all saved searches, then their changes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SavedSearchFeed: Send + Sync {
    /// The position before all later commits.
    async fn position(&self) -> Result<SavedSearchPosition, StoreError>;

    /// At most `limit` saved searches, by ascending id.
    async fn read_part(&self, after: Option<SavedSearchId>, limit: i64) -> Result<SavedSearchPart, StoreError>;

    /// The changes by every commit since a position. `None` if all searches are to be read instead: the
    /// log of changes does not reach back so far, it is that of another server, or there are too many.
    async fn changes_since(&self, position: &SavedSearchPosition) -> Result<Option<SavedSearchRead>, StoreError>;
}
