//! Counting who looked at a listing.

use chrono::NaiveDate;
use portal_domain::ids::ListingId;

/// A look at a listing's public page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub listing: ListingId,
    /// Network address and user agent of the visitor. They are hashed with a salt that changes daily
    /// and never kept.
    pub address: String,
    pub user_agent: String,
    /// The day in the portal's time zone.
    pub day: NaiveDate,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait ViewRecorder: Send + Sync {
    /// Notes a look; never waits. A visitor counts once a listing and day, however often they come and
    /// whichever process they meet. Written in batches of a second and at shutdown.
    fn record(&self, look: Look);
}
