//! Prunes what the search does not need any more.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::ports::{PeriodicJob, Ports};

/// Processes ask every ten minutes, so that words of removed listings are kept for at most an hour.
const PERIOD: TimeDelta = TimeDelta::minutes(50);

/// Far longer than pruning takes.
const LEASE: TimeDelta = TimeDelta::minutes(30);

/// The number of pruned rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchPruneStats {
    /// Of listings and of saved searches.
    pub changes: u64,
    pub words: u64,
}

/// Prunes old changes of listings and saved searches, and unused search words. `None` if another
/// process has done so within the last hour, or is doing so.
pub async fn prune_search_data(ports: &Ports) -> Result<Option<SearchPruneStats>, ServiceError> {
    let claim = ports.job_runs.claim(PeriodicJob::PruneSearchData, PERIOD, LEASE).await?;
    let Some(claim) = claim else { return Ok(None) };
    match prune(ports).await {
        Ok(stats) => {
            claim.finish().await?;
            Ok(Some(stats))
        }
        Err(error) => {
            // Otherwise the claim ends by itself.
            if let Err(error) = claim.release().await {
                tracing::debug!(error = %ErrorChain(&error), "failed to release the claim of a job");
            }
            Err(error)
        }
    }
}

async fn prune(ports: &Ports) -> Result<SearchPruneStats, ServiceError> {
    let listings = ports.pruner.prune_listing_changes().await?;
    Ok(SearchPruneStats {
        changes: listings + ports.pruner.prune_saved_search_changes().await?,
        words: ports.pruner.prune_search_words().await?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{MockJobClaim, StoreError};
    use crate::testing::MockPorts;

    fn expecting_claim(claim: Option<MockJobClaim>) -> MockPorts {
        let mut ports = MockPorts::default();
        let due = ports.job_runs.expect_claim().once();
        due.withf(|job, _, _| *job == PeriodicJob::PruneSearchData)
            .return_once(|_, _, _| Ok(claim.map(|claim| Box::new(claim) as _)));
        ports
    }

    #[tokio::test]
    async fn prune_search_data_prunes_changes_and_words_once_an_hour() {
        let mut claim = MockJobClaim::new();
        claim.expect_finish().once().returning(|| Ok(()));
        let mut ports = expecting_claim(Some(claim));
        ports.pruner.expect_prune_listing_changes().once().returning(|| Ok(3));
        ports.pruner.expect_prune_saved_search_changes().once().returning(|| Ok(2));
        ports.pruner.expect_prune_search_words().once().returning(|| Ok(4));
        let stats = prune_search_data(&ports.build()).await.unwrap();
        assert_eq!(stats, Some(SearchPruneStats { changes: 5, words: 4 }));
        assert_eq!(prune_search_data(&expecting_claim(None).build()).await.unwrap(), None);
    }

    #[tokio::test]
    async fn prune_search_data_failure_releases_claim() {
        let mut claim = MockJobClaim::new();
        claim.expect_release().once().returning(|| Ok(()));
        let mut ports = expecting_claim(Some(claim));
        let failing = ports.pruner.expect_prune_listing_changes().once();
        failing.returning(|| Err(StoreError::Unavailable("no database".into())));
        assert!(prune_search_data(&ports.build()).await.is_err());
    }
}
