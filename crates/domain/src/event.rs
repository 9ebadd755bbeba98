//! Events: what administrators want to know of, in the order in which it happened.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::{EventId, ListingId, UserId};

closed_set! {
    EventType {
        ListingRented = "LISTING_RENTED",
        ApplicationApproved = "APPLICATION_APPROVED",
        StudentRegistrationRequested = "STUDENT_REGISTRATION_REQUESTED",
        LandlordRegistrationRequested = "LANDLORD_REGISTRATION_REQUESTED",
    }
}

/// What an event is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventEntity {
    Listing(ListingId),
    User(UserId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub id: EventId,
    pub event_type: EventType,
    pub entity: EventEntity,
    pub acknowledged: bool,
    pub date_created: DateTime<Utc>,
}

impl Event {
    pub fn listing_rented(id: EventId, listing: ListingId, now: DateTime<Utc>) -> Self {
        Self {
            id,
            event_type: EventType::ListingRented,
            entity: EventEntity::Listing(listing),
            acknowledged: false,
            date_created: now,
        }
    }

    pub fn application_approved(id: EventId, listing: ListingId, now: DateTime<Utc>) -> Self {
        Self {
            id,
            event_type: EventType::ApplicationApproved,
            entity: EventEntity::Listing(listing),
            acknowledged: false,
            date_created: now,
        }
    }
}
