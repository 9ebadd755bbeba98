//! Sums up the counted rows of lists and statistics.

use crate::error::ServiceError;
use crate::ports::Ports;

/// Sums up one batch of changes. Returns whether there may be more.
pub async fn fold_row_counts(ports: &Ports) -> Result<bool, ServiceError> {
    Ok(ports.pruner.fold_row_counts().await?)
}
