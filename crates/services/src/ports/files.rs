//! The files in the object store, to find orphaned ones.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::ImageStoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FileInventory: Send + Sync {
    /// The locations of images and documents that were stored before `stored_before`, in ascending
    /// order, at most `limit` after `after`. A variant without its master is listed by the master's
    /// location.
    async fn list_files(
        &self,
        stored_before: DateTime<Utc>,
        after: Option<String>,
        limit: usize,
    ) -> Result<Vec<String>, ImageStoreError>;
}
