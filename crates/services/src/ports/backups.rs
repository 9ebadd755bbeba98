//! The backups of the database and the object store, as the database knows them.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::StoreError;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BackupState {
    /// Whether a backup is running, which pauses the removal of files.
    pub is_running: bool,
    /// When the last complete one ended.
    pub last_finished: Option<DateTime<Utc>>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait BackupQueries: Send + Sync {
    async fn state(&self) -> Result<BackupState, StoreError>;
}
