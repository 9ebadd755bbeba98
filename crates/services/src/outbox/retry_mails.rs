//! Queues dead letters again, for operators.

use portal_domain::audit::AuditAction;

use super::command::change_in_portions;
use crate::error::ServiceError;
use crate::ports::{MailSelection, Ports};

/// Queues mails again that were given up, and returns how many.
pub async fn retry_mails(ports: &Ports, which: MailSelection) -> Result<u64, ServiceError> {
    change_in_portions(ports, AuditAction::MailsRetried, which, async |work, limit| {
        work.outbox().retry_dead_letters(which, limit).await
    })
    .await
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
            work.outbox
                .expect_retry_dead_letters()
                .once()
                .with(eq(which), eq(5_000))
                .returning(move |_, _| Ok(retried));
            let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
            assert_eq!(retry_mails(&ports.build(), which).await.unwrap(), retried);
        }
    }

    #[tokio::test]
    async fn retry_mails_of_many_changes_portions_and_records_command_once() {
        let first = vec![(AuditAction::MailsRetried, None)];
        let works = [(5_000, first), (5_000, Vec::new()), (7, Vec::new())].map(|(portion, entries)| {
            let mut work = MockUnitOfWork::committed().expecting_audit_entries(entries);
            let all = MailSelection::AllDeadLetters;
            work.outbox.expect_retry_dead_letters().once().with(eq(all), eq(5_000)).returning(move |_, _| Ok(portion));
            work
        });
        let ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        assert_eq!(retry_mails(&ports.build(), MailSelection::AllDeadLetters).await.unwrap(), 10_007);
    }
}
