//! Prunes what the search does not need any more.

use crate::error::ServiceError;
use crate::ports::Ports;

/// The number of pruned rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchPruneStats {
    pub changes: u64,
    pub words: u64,
}

/// Prunes old listing changes and unused search words.
pub async fn prune_search_data(ports: &Ports) -> Result<SearchPruneStats, ServiceError> {
    Ok(SearchPruneStats {
        changes: ports.pruner.prune_listing_changes().await?,
        words: ports.pruner.prune_search_words().await?,
    })
}
