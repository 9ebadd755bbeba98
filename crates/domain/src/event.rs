//! Events: notices to administrators.

use chrono::{DateTime, Utc};

use crate::ids::{EventId, ListingId, UserId};
use crate::suspicion::SuspicionReason;
use crate::text_enum::text_enum;

text_enum! {
    EventType {
        ListingRented = "LISTING_RENTED",
        ApplicationApproved = "APPLICATION_APPROVED",
        StudentRegistrationRequested = "STUDENT_REGISTRATION_REQUESTED",
        LandlordRegistrationRequested = "LANDLORD_REGISTRATION_REQUESTED",
        ListingReported = "LISTING_REPORTED",
        ListingSuspicious = "LISTING_SUSPICIOUS",
    }
}

text_enum! {
    /// Why a listing is reported.
    ReportReason { Fraud = "FRAUD", Discrimination = "DISCRIMINATION", WrongData = "WRONG_DATA", Other = "OTHER" }
}

/// A visitor's complaint about a listing. The visitor's identity is not stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report<Reason = ReportReason> {
    pub reason: Reason,
    /// `None` once it was erased together with the landlord's data.
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
    /// Set for a reported listing.
    pub report: Option<Report>,
    /// Set for a suspicious listing, and never empty.
    pub reasons: Option<Vec<SuspicionReason>>,
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

    /// A student submitted a registration.
    pub const fn student_registration_requested(id: EventId, user: UserId, now: DateTime<Utc>) -> Self {
        Self::new(id, EventType::StudentRegistrationRequested, EventEntity::User(user), now)
    }

    /// A landlord submitted a registration.
    pub const fn landlord_registration_requested(id: EventId, user: UserId, now: DateTime<Utc>) -> Self {
        Self::new(id, EventType::LandlordRegistrationRequested, EventEntity::User(user), now)
    }

    /// A visitor reported a listing.
    pub fn listing_reported(id: EventId, listing: ListingId, report: Report, now: DateTime<Utc>) -> Self {
        let event = Self::new(id, EventType::ListingReported, EventEntity::Listing(listing), now);
        Self { report: Some(report), ..event }
    }

    /// A published listing matches rules for fraud.
    pub fn listing_suspicious(
        id: EventId,
        listing: ListingId,
        reasons: Vec<SuspicionReason>,
        now: DateTime<Utc>,
    ) -> Self {
        let event = Self::new(id, EventType::ListingSuspicious, EventEntity::Listing(listing), now);
        Self { reasons: Some(reasons), ..event }
    }

    const fn new(id: EventId, event_type: EventType, entity: EventEntity, now: DateTime<Utc>) -> Self {
        Self { id, event_type, entity, report: None, reasons: None, acknowledged: false, date_created: now }
    }
}
