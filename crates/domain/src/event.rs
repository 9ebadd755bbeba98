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
        ListingReported = "LISTING_REPORTED",
    }
}

closed_set! {
    /// What somebody holds against a listing.
    ReportReason { Fraud = "FRAUD", Discrimination = "DISCRIMINATION", WrongData = "WRONG_DATA", Other = "OTHER" }
}

/// What somebody says against a listing. Who it was is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    pub reason: ReportReason,
    /// `None` once the person whom it may speak of was erased.
    pub text: Option<String>,
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
    /// Of a listing that was reported.
    pub report: Option<Report>,
    pub acknowledged: bool,
    pub date_created: DateTime<Utc>,
}

impl Event {
    pub const fn listing_rented(id: EventId, listing: ListingId, now: DateTime<Utc>) -> Self {
        Self::new(id, EventType::ListingRented, EventEntity::Listing(listing), now)
    }

    pub const fn application_approved(id: EventId, listing: ListingId, now: DateTime<Utc>) -> Self {
        Self::new(id, EventType::ApplicationApproved, EventEntity::Listing(listing), now)
    }

    /// Somebody signed up as a student.
    pub const fn student_registration_requested(id: EventId, user: UserId, now: DateTime<Utc>) -> Self {
        Self::new(id, EventType::StudentRegistrationRequested, EventEntity::User(user), now)
    }

    /// Somebody signed up as a landlord.
    pub const fn landlord_registration_requested(id: EventId, user: UserId, now: DateTime<Utc>) -> Self {
        Self::new(id, EventType::LandlordRegistrationRequested, EventEntity::User(user), now)
    }

    /// Somebody reported a listing.
    pub fn listing_reported(id: EventId, listing: ListingId, report: Report, now: DateTime<Utc>) -> Self {
        let event = Self::new(id, EventType::ListingReported, EventEntity::Listing(listing), now);
        Self { report: Some(report), ..event }
    }

    const fn new(id: EventId, event_type: EventType, entity: EventEntity, now: DateTime<Utc>) -> Self {
        Self { id, event_type, entity, report: None, acknowledged: false, date_created: now }
    }
}
