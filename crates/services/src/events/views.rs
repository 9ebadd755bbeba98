//! What screens read of events.

use chrono::{DateTime, Utc};
use portal_domain::event::{EventType, Report};
use portal_domain::ids::{EventId, ListingId};

use crate::listings::LandlordView;
use crate::users::UserBrief;

/// What an event is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventEntityView {
    Listing {
        id: ListingId,
        title: String,
        landlord: LandlordView,
    },
    /// Somebody who asked to join.
    Person(UserBrief),
}

/// An event as the list shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventView {
    pub id: EventId,
    pub event_type: EventType,
    pub acknowledged: bool,
    pub date_created: DateTime<Utc>,
    /// `None` once it is gone.
    pub entity: Option<EventEntityView>,
    /// Of a listing that was reported.
    pub report: Option<Report>,
}
