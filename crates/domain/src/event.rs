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

/// What has happened, and what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventKind {
    ListingRented(ListingId),
    ApplicationApproved(ListingId),
    /// A student submitted a registration.
    StudentRegistrationRequested(UserId),
    /// A landlord submitted a registration.
    LandlordRegistrationRequested(UserId),
    /// A visitor reported a listing.
    ListingReported(ListingId, Report),
    /// A published listing matches rules for fraud, of which there is at least one.
    ListingSuspicious(ListingId, Vec<SuspicionReason>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub id: EventId,
    pub kind: EventKind,
    pub acknowledged: bool,
    pub date_created: DateTime<Utc>,
}

impl Event {
    pub const fn new(id: EventId, kind: EventKind, now: DateTime<Utc>) -> Self {
        Self { id, kind, acknowledged: false, date_created: now }
    }

    pub const fn event_type(&self) -> EventType {
        match &self.kind {
            EventKind::ListingRented(_) => EventType::ListingRented,
            EventKind::ApplicationApproved(_) => EventType::ApplicationApproved,
            EventKind::StudentRegistrationRequested(_) => EventType::StudentRegistrationRequested,
            EventKind::LandlordRegistrationRequested(_) => EventType::LandlordRegistrationRequested,
            EventKind::ListingReported(..) => EventType::ListingReported,
            EventKind::ListingSuspicious(..) => EventType::ListingSuspicious,
        }
    }

    pub const fn entity(&self) -> EventEntity {
        match &self.kind {
            EventKind::ListingRented(listing)
            | EventKind::ApplicationApproved(listing)
            | EventKind::ListingReported(listing, _)
            | EventKind::ListingSuspicious(listing, _) => EventEntity::Listing(*listing),
            EventKind::StudentRegistrationRequested(user) | EventKind::LandlordRegistrationRequested(user) => {
                EventEntity::User(*user)
            }
        }
    }

    /// That of a reported listing.
    pub const fn report(&self) -> Option<&Report> {
        match &self.kind {
            EventKind::ListingReported(_, report) => Some(report),
            _ => None,
        }
    }

    /// Those of a suspicious listing.
    pub fn reasons(&self) -> Option<&[SuspicionReason]> {
        match &self.kind {
            EventKind::ListingSuspicious(_, reasons) => Some(reasons),
            _ => None,
        }
    }
}
