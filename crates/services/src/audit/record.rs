//! Deeds are written down.

use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::AuditEntryId;
use portal_domain::policy::Actor;
use uuid::Uuid;

use crate::ports::{Ports, StoreError, UnitOfWork};

/// Writes down what this actor does, as part of doing it: the deed and its entry become true together.
pub(crate) async fn record(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    actor: Actor,
    action: AuditAction,
    entity: impl Into<Uuid> + Send,
) -> Result<(), StoreError> {
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::by(actor, id, action, Some(entity.into()), ports.clock.now());
    work.audit().record(&entry).await
}

/// The same for what this actor does to many things at once.
pub(crate) async fn record_of_many(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    actor: Actor,
    action: AuditAction,
) -> Result<(), StoreError> {
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::by(actor, id, action, None, ports.clock.now());
    work.audit().record(&entry).await
}

/// Writes down that this actor is about to read something that not everybody may read. What cannot be written down
/// is not handed out.
pub(crate) async fn record_alone(
    ports: &Ports,
    actor: Actor,
    action: AuditAction,
    entity: Option<Uuid>,
) -> Result<(), StoreError> {
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::by(actor, id, action, entity, ports.clock.now());
    let mut work = ports.store.begin().await?;
    work.audit().record(&entry).await?;
    work.commit().await
}
