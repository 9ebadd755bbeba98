//! Everything that lies in the object store, for finding what nobody needs any more.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::PictureError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FileInventory: Send + Sync {
    /// Locations of pictures and documents that were stored before `stored_before`, by ascending
    /// location, at most `limit` that come after `after`. A picture of which only a size is left is
    /// listed by the location of its master.
    async fn list_files(
        &self,
        stored_before: DateTime<Utc>,
        after: Option<String>,
        limit: usize,
    ) -> Result<Vec<String>, PictureError>;
}
