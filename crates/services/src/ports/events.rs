//! Events in the store.

use async_trait::async_trait;
use portal_domain::event::Event;
use portal_domain::ids::{EventId, UserId};

use super::StoreError;
use crate::events::EventView;
use crate::paging::{Page, PageRequest, SortDirection};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EventRepository: Send {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError>;

    /// Marks the event. `false`: it was acknowledged before, or there is none.
    async fn acknowledge(&mut self, id: EventId) -> Result<bool, StoreError>;

    /// Erases what visitors wrote about this landlord's listings.
    async fn forget_reports_on(&mut self, landlord: UserId) -> Result<(), StoreError>;
}

/// Which events a list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventFilter {
    /// Looked for in a listing's title, its landlord's name and a registering person's name, literally, whatever the
    /// case. Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// `None`: both.
    pub acknowledged: Option<bool>,
    /// By their time.
    pub direction: SortDirection,
    pub page: PageRequest,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EventQueries: Send + Sync {
    async fn list_events(&self, filter: &EventFilter) -> Result<Page<EventView>, StoreError>;

    async fn find_event(&self, id: EventId) -> Result<Option<EventView>, StoreError>;
}
