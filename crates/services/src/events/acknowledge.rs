//! An administrator has taken note of an event.

use portal_domain::audit::AuditAction;
use portal_domain::ids::EventId;
use portal_domain::policy::Actor;

use super::EventView;
use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Marks the event. Once is enough; more often does no harm.
pub async fn acknowledge(ports: &Ports, actor: Actor, id: EventId) -> Result<EventView, ServiceError> {
    let mut work = ports.store.begin().await?;
    if work.events().acknowledge(id).await? {
        audit::record(ports, work.as_mut(), actor, AuditAction::EventAcknowledged, id).await?;
        work.commit().await?;
    }
    ports.events.find_event(id).await?.ok_or(ServiceError::EventNotFound)
}

#[cfg(test)]
mod tests;
