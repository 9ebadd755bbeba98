//! The files in the object store, to find orphaned and incomplete ones.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::ImageStoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FileInventory: Send + Sync {
    /// The locations of images and documents that were stored before `stored_before`, in any order,
    /// and the location of an image once for each of its files. Each file is listed once, however
    /// many batches are read, and at most a batch is in memory.
    async fn list_files(&self, stored_before: DateTime<Utc>) -> Result<Box<dyn FileBatches>, ImageStoreError>;

    /// Removes the files that a killed process left incomplete and that were last written before
    /// this time. Returns how many.
    async fn remove_unfinished(&self, written_before: DateTime<Utc>) -> Result<u64, ImageStoreError>;
}

/// A listing that is read in batches.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FileBatches: Send {
    /// The next locations, at most `limit`; none at the end.
    async fn next(&mut self, limit: usize) -> Result<Vec<String>, ImageStoreError>;
}
