//! Jobs that one process runs for all.

use async_trait::async_trait;
use chrono::TimeDelta;

use super::StoreError;

/// A job that runs at most once in a period, in one process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeriodicJob {
    RemoveOrphanedFiles,
    PruneSearchData,
}

impl PeriodicJob {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::RemoveOrphanedFiles => "REMOVE_ORPHANED_FILES",
            Self::PruneSearchData => "PRUNE_SEARCH_DATA",
        }
    }
}

/// The right to run a job. It ends by itself, so that another process can run the job of a killed
/// one.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait JobClaim: Send + Sync {
    /// Keeps the claim for the duration of its lease from now on. False if it was lost.
    async fn renew(&self) -> Result<bool, StoreError>;

    /// Ends the claim; the next run is due a period later.
    async fn finish(&self) -> Result<(), StoreError>;

    /// Ends the claim of a run that has failed: the job is due again at once.
    async fn release(&self) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait JobRuns: Send + Sync {
    /// Claims the job if its last run finished `period` ago or earlier, and no other process holds
    /// it. All times are the database's.
    async fn claim(
        &self,
        job: PeriodicJob,
        period: TimeDelta,
        lease: TimeDelta,
    ) -> Result<Option<Box<dyn JobClaim>>, StoreError>;
}
