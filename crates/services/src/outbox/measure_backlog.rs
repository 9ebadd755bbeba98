//! Measures the queues.

use crate::error::ServiceError;
use crate::ports::{FileRemovalBacklog, MailBacklog, Ports};

/// The state of the queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    pub mails: MailBacklog,
    pub file_removals: FileRemovalBacklog,
}

/// The state of the queues, for the metrics.
pub async fn measure_backlog(ports: &Ports) -> Result<Backlog, ServiceError> {
    Ok(Backlog {
        mails: ports.outbox.backlog().await?,
        file_removals: ports.file_removals.backlog(ports.clock.now()).await?,
    })
}
