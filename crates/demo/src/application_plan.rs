//! The numbers of demo applications by outcome and listing.

use portal_domain::listing::ListingStatus::{self, Archived, Available, Rented};

/// The state of an application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    Sent,
    Declined,
    Forwarded,
    Approved,
    Rejected,
    /// Forwarded, and then its listing was deleted.
    Ended,
}

/// The landlord of the listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TargetLandlord {
    Demo,
    Other,
}

/// An application to generate.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PlannedApplication {
    pub outcome: Outcome,
    /// The status of the listing.
    pub status: ListingStatus,
    pub landlord: TargetLandlord,
}

const fn planned(outcome: Outcome, status: ListingStatus, landlord: TargetLandlord) -> PlannedApplication {
    PlannedApplication { outcome, status, landlord }
}

/// One of each state for the demo student.
pub(crate) const DEMO_STUDENT_PLAN: &[PlannedApplication] = &[
    planned(Outcome::Sent, Available, TargetLandlord::Other),
    planned(Outcome::Forwarded, Available, TargetLandlord::Demo),
    planned(Outcome::Declined, Available, TargetLandlord::Other),
    planned(Outcome::Approved, Available, TargetLandlord::Demo),
    planned(Outcome::Rejected, Available, TargetLandlord::Other),
    planned(Outcome::Forwarded, Rented, TargetLandlord::Other),
    planned(Outcome::Ended, Available, TargetLandlord::Other),
];

/// The applications of the other students, with their numbers.
pub(crate) const OTHER_STUDENTS_PLAN: &[(usize, PlannedApplication)] = &[
    (4, planned(Outcome::Forwarded, Available, TargetLandlord::Demo)),
    (1, planned(Outcome::Sent, Available, TargetLandlord::Demo)),
    (1, planned(Outcome::Approved, Rented, TargetLandlord::Demo)),
    (3, planned(Outcome::Rejected, Available, TargetLandlord::Demo)),
    (1, planned(Outcome::Rejected, Rented, TargetLandlord::Demo)),
    (6, planned(Outcome::Sent, Available, TargetLandlord::Other)),
    (12, planned(Outcome::Forwarded, Available, TargetLandlord::Other)),
    (2, planned(Outcome::Forwarded, Archived, TargetLandlord::Other)),
    (6, planned(Outcome::Declined, Available, TargetLandlord::Other)),
    (9, planned(Outcome::Approved, Rented, TargetLandlord::Other)),
    (3, planned(Outcome::Approved, Available, TargetLandlord::Other)),
    (14, planned(Outcome::Rejected, Available, TargetLandlord::Other)),
    (9, planned(Outcome::Rejected, Rented, TargetLandlord::Other)),
    (1, planned(Outcome::Ended, Available, TargetLandlord::Other)),
];

/// The titles of the deleted listings, one for each [`Outcome::Ended`].
pub(crate) const DELETED_TITLES: &[&str] =
    &["Zimmer mit Erker in lebhafter Fünfer-WG", "Kellerapartment, überraschend hell und sehr günstig"];
