//! Files that wait to be removed from the object store. Rows like the [`Outbox`](super::Outbox).

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::FileRemovalId;

use super::StoreError;

/// The conflict of a change whose file was removed before the change could commit: it took longer than
/// the removal was delayed.
pub const FILE_REMOVAL_EXECUTED: &str = "file_removals_executed";

/// A file that waits to be removed from the object store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileRemoval {
    pub id: FileRemovalId,
    /// The location of the image or document, or of all mail files of a user.
    pub location: String,
}

/// The state of the queue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FileRemovalBacklog {
    /// All scheduled removals, also those that are canceled if a change commits.
    pub waiting: u64,
    /// Those of them that can be claimed now.
    pub due: u64,
}

/// The number of statements does not depend on the number of files. The mock in `testing` has an
/// expectation for each file.
#[async_trait]
pub trait FileRemovalRepository: Send {
    /// Schedules the removal of files from `due` on. Also called before files are stored, with a `due`
    /// in the future: if the change that references the files never commits, they are removed.
    async fn push_all(&mut self, removals: &[FileRemoval], due: DateTime<Utc>) -> Result<(), StoreError>;

    /// Cancels the removals; the change that references the files commits in the same transaction.
    /// Fails with the conflict [`FILE_REMOVAL_EXECUTED`] if one of them is not scheduled any more.
    async fn cancel_all(&mut self, ids: &[FileRemovalId]) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait FileRemovalQueue: Send + Sync {
    /// Claims at most `limit` due removals that no other process holds; see
    /// [`Outbox::claim`](super::Outbox::claim). Removals of a file that a row references (listings
    /// may share an image) are dropped instead.
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<FileRemoval>, StoreError>;

    async fn remove(&self, id: FileRemovalId) -> Result<(), StoreError>;

    /// The state of the queue, for the metrics.
    async fn backlog(&self, now: DateTime<Utc>) -> Result<FileRemovalBacklog, StoreError>;

    /// The locations that no row references and whose removal is not scheduled.
    async fn find_unreferenced(&self, locations: &[String]) -> Result<Vec<String>, StoreError>;
}
