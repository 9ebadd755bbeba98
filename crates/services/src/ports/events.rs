//! Events.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::event::{Event, EventType, Report, ReportReason};
use portal_domain::ids::{EventId, ListingId, UserId};
use portal_domain::stored::Stored;
use portal_domain::suspicion::SuspicionReason;

use super::{LandlordSummary, StoreError, UserSummary};
use crate::paging::{Page, PageRequest, SortDirection};

/// How to treat rows that another transaction has locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LockedRows {
    Skip,
    WaitFor,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EventRepository: Send {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError>;

    /// Inserts the event of a suspicious listing under this id, or gives the reasons to the listing's
    /// open one. The caller has locked the listing.
    async fn record_suspicion(
        &mut self,
        id: EventId,
        listing: ListingId,
        reasons: Vec<SuspicionReason>,
        now: DateTime<Utc>,
    ) -> Result<(), StoreError>;

    /// Acknowledges the listing's open event of type `LISTING_SUSPICIOUS`, if any. The caller has
    /// locked the listing.
    async fn acknowledge_suspicion(&mut self, listing: ListingId) -> Result<(), StoreError>;

    /// Acknowledges the event. `false` if it was acknowledged before or does not exist.
    async fn acknowledge(&mut self, id: EventId) -> Result<bool, StoreError>;

    /// Acknowledges at most `limit` open events that were created until this time, the oldest
    /// first, and returns how many.
    async fn acknowledge_until(
        &mut self,
        until: DateTime<Utc>,
        limit: i64,
        locked: LockedRows,
    ) -> Result<u64, StoreError>;

    /// Acknowledges the event of this user's registration, if any. The caller has locked the user.
    async fn acknowledge_registration(&mut self, user: UserId) -> Result<(), StoreError>;

    /// Keeps the title and the landlord of a listing in its events. The caller deletes the listing.
    async fn keep_deleted_listing(
        &mut self,
        listing: ListingId,
        title: &str,
        landlord: UserId,
    ) -> Result<(), StoreError>;

    /// Erases the texts of reports on this landlord's listings, and the titles of deleted ones.
    async fn erase_reports_on(&mut self, landlord: UserId) -> Result<(), StoreError>;
}

/// Which events a list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventListQuery {
    /// Each word must occur in a listing's title or its landlord's name, or in a registered user's
    /// name; otherwise as in [`UserListQuery`](super::UserListQuery).
    pub keyword: Option<String>,
    /// `None`: both.
    pub acknowledged: Option<bool>,
    /// The order by time.
    pub direction: SortDirection,
    pub page: PageRequest,
}

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventEntitySummary {
    Listing {
        id: ListingId,
        title: String,
        landlord: LandlordSummary,
        is_taken_down: bool,
        last_modified: DateTime<Utc>,
    },
    /// The user who registered.
    User(UserSummary),
}

/// A deleted listing, with the title that it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeletedListing {
    pub title: String,
    pub landlord: LandlordSummary,
}

/// An event with what it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventDetails {
    pub id: EventId,
    pub event_type: Stored<EventType>,
    pub acknowledged: bool,
    pub date_created: DateTime<Utc>,
    /// `None` once it is deleted.
    pub entity: Option<EventEntitySummary>,
    /// Set for the deleted listing of an existing landlord.
    pub deleted_listing: Option<DeletedListing>,
    /// Set for a reported listing.
    pub report: Option<Report<Stored<ReportReason>>>,
    /// Set for a suspicious listing.
    pub reasons: Option<Vec<Stored<SuspicionReason>>>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EventQueries: Send + Sync {
    async fn list_events(&self, query: &EventListQuery) -> Result<Page<EventDetails>, StoreError>;

    /// The ids of all pages of a query, in its order, at most `limit`.
    async fn list_event_ids(&self, query: &EventListQuery, limit: i64) -> Result<Vec<EventId>, StoreError>;

    /// The existing events with these ids, in the order of `ids`.
    async fn list_events_by_ids(&self, ids: &[EventId]) -> Result<Vec<EventDetails>, StoreError>;

    async fn find_event(&self, id: EventId) -> Result<Option<EventDetails>, StoreError>;
}
