//! Lists queued mails, for operators.

use crate::error::ServiceError;
use crate::ports::{MailBacklog, MailState, Ports, QueuedMail};

/// Mails of the outbox, and how many there are in all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailList {
    /// The oldest first.
    pub mails: Vec<QueuedMail>,
    pub backlog: MailBacklog,
}

pub async fn list_mails(ports: &Ports, state: Option<MailState>, limit: u32) -> Result<MailList, ServiceError> {
    let backlog = ports.outbox.backlog().await?;
    Ok(MailList { mails: ports.outbox.list(state, limit).await?, backlog })
}
