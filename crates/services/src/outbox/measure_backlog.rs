//! Measures the queues, and the backups that pause the removal of files.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::ports::{FileRemovalBacklog, MailBacklog, Ports};

/// The state of the queues.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    pub mails: MailBacklog,
    pub file_removals: FileRemovalBacklog,
    pub is_backup_running: bool,
    /// Since the end of the last complete backup, if there was one.
    pub backup_age: Option<TimeDelta>,
}

/// The state of the queues, for the metrics.
pub async fn measure_backlog(ports: &Ports) -> Result<Backlog, ServiceError> {
    let now = ports.clock.now();
    let backups = ports.backups.state().await?;
    Ok(Backlog {
        mails: ports.outbox.backlog().await?,
        file_removals: ports.file_removals.backlog(now).await?,
        is_backup_running: backups.is_running,
        backup_age: backups.last_finished.map(|finished| (now - finished).max(TimeDelta::zero())),
    })
}
