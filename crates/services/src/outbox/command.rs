//! Commands of operators about queued mails.

use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::AuditEntryId;

use crate::error::ServiceError;
use crate::ports::{MailSelection, Ports, StoreError, UnitOfWork};

/// Mails that a transaction changes.
const PORTION: i64 = 5_000;

/// Changes mails by `change`, which takes the maximum number and returns how many it has changed.
/// Records the command, and returns how many were changed in all. In portions: a failure keeps those
/// that were changed, and a statement has only seconds.
pub(super) async fn change_in_portions(
    ports: &Ports,
    action: AuditAction,
    which: MailSelection,
    change: impl AsyncFn(&mut dyn UnitOfWork, i64) -> Result<u64, StoreError>,
) -> Result<u64, ServiceError> {
    let mut changed = 0;
    loop {
        let mut work = ports.store.begin().await?;
        let portion = change(work.as_mut(), PORTION).await?;
        // Once for the command, with the first portion.
        if changed == 0 && portion > 0 {
            record(ports, work.as_mut(), action, which).await?;
        }
        work.commit().await?;
        changed += portion;
        if portion < PORTION.unsigned_abs() {
            return Ok(changed);
        }
    }
}

async fn record(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    action: AuditAction,
    which: MailSelection,
) -> Result<(), StoreError> {
    let mail = match which {
        MailSelection::One(id) => Some(id.0),
        MailSelection::AllDeadLetters => None,
    };
    let id = AuditEntryId(ports.identifiers.next());
    work.audit().record(&AuditEntry::of_portal(id, action, mail, ports.clock.now())).await
}
