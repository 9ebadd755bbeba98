//! Lists events.

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{EventDetails, EventFilter, Ports};

pub async fn list_events(ports: &Ports, filter: &EventFilter) -> Result<Page<EventDetails>, ServiceError> {
    Ok(ports.events.list_events(filter).await?)
}
