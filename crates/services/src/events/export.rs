//! Exports the list of events.

use async_trait::async_trait;
use portal_domain::audit::AuditAction;
use portal_domain::ids::EventId;
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::list_export::{ExportRow, ListExport, MAX_EXPORT_ROWS};
use crate::ports::{EventDetails, EventListQuery, Ports, StoreError};

#[async_trait]
impl ExportRow for EventDetails {
    type Id = EventId;

    async fn load(ports: &Ports, ids: &[EventId]) -> Result<Vec<Self>, StoreError> {
        ports.events.list_events_by_ids(ids).await
    }
}

/// The same events as [`list_events`](super::list_events), of all pages.
pub async fn export_events(
    ports: &Ports,
    actor: Actor,
    query: &EventListQuery,
) -> Result<ListExport<EventDetails>, ServiceError> {
    let ids = ports.events.list_event_ids(query, MAX_EXPORT_ROWS.into());
    ListExport::begin(ports, actor, AuditAction::EventsExported, ids).await
}
