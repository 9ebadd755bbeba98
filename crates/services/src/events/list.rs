//! Lists events.

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{EventDetails, EventListQuery, Ports};

pub async fn list_events(ports: &Ports, query: &EventListQuery) -> Result<Page<EventDetails>, ServiceError> {
    Ok(ports.events.list_events(query).await?)
}
