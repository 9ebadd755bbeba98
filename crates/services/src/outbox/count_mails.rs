//! Counts the queued mails.

use crate::error::ServiceError;
use crate::ports::Ports;

/// The number of queued mails, for the metrics.
pub async fn count_mails(ports: &Ports) -> Result<u64, ServiceError> {
    Ok(ports.outbox.count().await?)
}
