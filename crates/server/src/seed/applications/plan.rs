//! How many applications of which kind there are.

use portal_domain::listing::ListingStatus::{self, Archived, Available, Rented};

/// How far an application has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    Sent,
    Declined,
    Forwarded,
    Approved,
    Rejected,
    /// Forwarded, and then its listing was deleted.
    Ended,
}

/// Whose listing an application goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum To {
    DemoLandlord,
    Others,
}

/// An application as it should be: how far it has come, and where it went.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    pub outcome: Outcome,
    pub status: ListingStatus,
    pub to: To,
}

const fn wish(outcome: Outcome, status: ListingStatus, to: To) -> Wish {
    Wish { outcome, status, to }
}

/// The demo student has one of each.
pub const OF_THE_DEMO_STUDENT: &[Wish] = &[
    wish(Outcome::Sent, Available, To::Others),
    wish(Outcome::Forwarded, Available, To::DemoLandlord),
    wish(Outcome::Declined, Available, To::Others),
    wish(Outcome::Approved, Available, To::DemoLandlord),
    wish(Outcome::Rejected, Available, To::Others),
    wish(Outcome::Forwarded, Rented, To::Others),
    wish(Outcome::Ended, Available, To::Others),
];

/// Everybody else's, with how many there are of each.
pub const OF_THE_OTHERS: &[(usize, Wish)] = &[
    (4, wish(Outcome::Forwarded, Available, To::DemoLandlord)),
    (1, wish(Outcome::Sent, Available, To::DemoLandlord)),
    (1, wish(Outcome::Approved, Rented, To::DemoLandlord)),
    (3, wish(Outcome::Rejected, Available, To::DemoLandlord)),
    (1, wish(Outcome::Rejected, Rented, To::DemoLandlord)),
    (6, wish(Outcome::Sent, Available, To::Others)),
    (12, wish(Outcome::Forwarded, Available, To::Others)),
    (2, wish(Outcome::Forwarded, Archived, To::Others)),
    (6, wish(Outcome::Declined, Available, To::Others)),
    (9, wish(Outcome::Approved, Rented, To::Others)),
    (3, wish(Outcome::Approved, Available, To::Others)),
    (14, wish(Outcome::Rejected, Available, To::Others)),
    (9, wish(Outcome::Rejected, Rented, To::Others)),
    (1, wish(Outcome::Ended, Available, To::Others)),
];

/// What the listings were called that are gone, one for each that [`Outcome::Ended`].
pub const DELETED_TITLES: &[&str] =
    &["Zimmer mit Erker in lebhafter Fünfer-WG", "Kellerapartment, überraschend hell und sehr günstig"];
