//! Events in the store.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::event::Event;
use portal_domain::ids::{EventId, UserId};

use super::StoreError;
use crate::events::EventView;
use crate::paging::{Page, PageRequest, SortDirection};

/// What to do about a row that another transaction has locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockedRows {
    Skip,
    WaitFor,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EventRepository: Send {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError>;

    /// Marks the event. `false`: it was acknowledged before, or there is none.
    async fn acknowledge(&mut self, id: EventId) -> Result<bool, StoreError>;

    /// Marks at most `limit` of the events that were created until this moment and are not acknowledged, the oldest
    /// first, and returns how many they were.
    async fn acknowledge_until(
        &mut self,
        until: DateTime<Utc>,
        limit: i64,
        locked: LockedRows,
    ) -> Result<u64, StoreError>;

    /// Marks the event of this user's sign-up, if there is one. The user is locked before by the caller.
    async fn acknowledge_sign_up(&mut self, user: UserId) -> Result<(), StoreError>;

    /// Erases what visitors wrote about this landlord's listings.
    async fn forget_reports_on(&mut self, landlord: UserId) -> Result<(), StoreError>;
}

/// Which events a list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventFilter {
    /// Each of its words is in a listing's title or its landlord's name, or in a registering person's name; otherwise as
    /// in [`UserFilter`](super::UserFilter).
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

    /// The events of a filter on all its pages, in its order, at most `limit`.
    async fn list_event_ids(&self, filter: &EventFilter, limit: i64) -> Result<Vec<EventId>, StoreError>;

    /// Those of the events that there are, in the order of their ids here.
    async fn list_events_by_ids(&self, ids: &[EventId]) -> Result<Vec<EventView>, StoreError>;

    async fn find_event(&self, id: EventId) -> Result<Option<EventView>, StoreError>;
}
