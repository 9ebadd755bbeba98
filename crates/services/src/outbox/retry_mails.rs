//! Queues dead letters again, for operators.

use portal_domain::audit::AuditAction;

use super::record_command;
use crate::error::ServiceError;
use crate::ports::{MailSelection, Ports};

/// Queues mails again that were given up, and returns how many.
pub async fn retry_mails(ports: &Ports, which: MailSelection) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let retried = work.outbox().retry_dead_letters(which).await?;
    if retried > 0 {
        record_command(ports, work.as_mut(), AuditAction::MailsRetried, which).await?;
    }
    work.commit().await?;
    Ok(retried)
}

#[cfg(test)]
mod tests {
    use mockall::predicate::eq;
    use portal_domain::ids::MailId;
    use uuid::Uuid;

    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork};

    #[tokio::test]
    async fn retry_mails_records_command_unless_no_mail_matches() {
        let id = MailId(Uuid::from_u128(7));
        for (which, retried, entries) in [
            (MailSelection::One(id), 1, vec![(AuditAction::MailsRetried, Some(id.0))]),
            (MailSelection::AllDeadLetters, 3, vec![(AuditAction::MailsRetried, None)]),
            (MailSelection::One(id), 0, Vec::new()),
        ] {
            let mut work = MockUnitOfWork::committed().expecting_audit_entries(entries);
            work.outbox.expect_retry_dead_letters().once().with(eq(which)).returning(move |_| Ok(retried));
            let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
            assert_eq!(retry_mails(&ports.build(), which).await.unwrap(), retried);
        }
    }
}
