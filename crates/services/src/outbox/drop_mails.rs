//! Deletes queued mails, for operators.

use portal_domain::audit::AuditAction;

use super::command::change_in_portions;
use crate::error::ServiceError;
use crate::ports::{MailSelection, Ports};

/// Deletes a mail, or all that were given up, and returns how many. One that is being delivered may
/// still arrive.
pub async fn drop_mails(ports: &Ports, which: MailSelection) -> Result<u64, ServiceError> {
    change_in_portions(ports, AuditAction::MailsDropped, which, async |work, limit| {
        work.outbox().delete(which, limit).await
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
    async fn drop_mails_records_command_unless_no_mail_matches() {
        let id = MailId(Uuid::from_u128(7));
        for (which, dropped, entries) in [
            (MailSelection::One(id), 1, vec![(AuditAction::MailsDropped, Some(id.0))]),
            (MailSelection::AllDeadLetters, 3, vec![(AuditAction::MailsDropped, None)]),
            (MailSelection::One(id), 0, Vec::new()),
        ] {
            let mut work = MockUnitOfWork::committed().expecting_audit_entries(entries);
            work.outbox.expect_delete().once().with(eq(which), eq(5_000)).returning(move |_, _| Ok(dropped));
            let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
            assert_eq!(drop_mails(&ports.build(), which).await.unwrap(), dropped);
        }
    }

    #[tokio::test]
    async fn drop_mails_of_many_changes_portions_and_records_command_once() {
        let first = vec![(AuditAction::MailsDropped, None)];
        let works = [(5_000, first), (5_000, Vec::new()), (7, Vec::new())].map(|(portion, entries)| {
            let mut work = MockUnitOfWork::committed().expecting_audit_entries(entries);
            let all = MailSelection::AllDeadLetters;
            work.outbox.expect_delete().once().with(eq(all), eq(5_000)).returning(move |_, _| Ok(portion));
            work
        });
        let ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        assert_eq!(drop_mails(&ports.build(), MailSelection::AllDeadLetters).await.unwrap(), 10_007);
    }
}
