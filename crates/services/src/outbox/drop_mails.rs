//! Deletes queued mails, for operators.

use portal_domain::audit::AuditAction;

use super::record_command;
use crate::error::ServiceError;
use crate::ports::{MailSelection, Ports};

/// Deletes a mail, or all that were given up, and returns how many. One that is being delivered may
/// still arrive.
pub async fn drop_mails(ports: &Ports, which: MailSelection) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let dropped = work.outbox().delete(which).await?;
    if dropped > 0 {
        record_command(ports, work.as_mut(), AuditAction::MailsDropped, which).await?;
    }
    work.commit().await?;
    Ok(dropped)
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
            work.outbox.expect_delete().once().with(eq(which)).returning(move |_| Ok(dropped));
            let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
            assert_eq!(drop_mails(&ports.build(), which).await.unwrap(), dropped);
        }
    }
}
