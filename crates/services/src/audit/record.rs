//! Writes audit entries.

use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::AuditEntryId;
use portal_domain::policy::Actor;
use uuid::Uuid;

use crate::ports::{Ports, StoreError, UnitOfWork};

/// Records an action in its own transaction, so that both commit together.
pub(crate) async fn record(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    actor: Actor,
    action: AuditAction,
    entity: impl Into<Uuid> + Send,
) -> Result<(), StoreError> {
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::new(actor, id, action, Some(entity.into()), ports.clock.now());
    work.audit().record(&entry).await
}

/// Records an action on many entities.
pub(crate) async fn record_for_many(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    actor: Actor,
    action: AuditAction,
) -> Result<(), StoreError> {
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::new(actor, id, action, None, ports.clock.now());
    work.audit().record(&entry).await
}

/// Records an access to restricted data in a transaction of its own, before the data is returned:
/// without an audit entry there is no access.
pub(crate) async fn record_in_own_transaction(
    ports: &Ports,
    actor: Actor,
    action: AuditAction,
    entity: Option<Uuid>,
) -> Result<(), StoreError> {
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::new(actor, id, action, entity, ports.clock.now());
    let mut work = ports.store.begin().await?;
    work.audit().record(&entry).await?;
    work.commit().await
}
