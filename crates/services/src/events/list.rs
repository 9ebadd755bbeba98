//! The list of events.

use super::EventView;
use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{EventFilter, Ports};

/// The events that administrators ask for.
pub async fn list(ports: &Ports, filter: &EventFilter) -> Result<Page<EventView>, ServiceError> {
    Ok(ports.events.list_events(filter).await?)
}
