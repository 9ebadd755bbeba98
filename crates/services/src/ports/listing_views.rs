//! Counts the views of listings.

use chrono::NaiveDate;
use portal_domain::ids::ListingId;

/// A view of a listing's public page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingView {
    pub listing: ListingId,
    /// The visitor's network address and user agent. They are hashed with a salt that changes
    /// daily, and never stored.
    pub address: String,
    pub user_agent: String,
    /// The day in the portal's time zone.
    pub day: NaiveDate,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait ListingViewRecorder: Send + Sync {
    /// Records a view without waiting. A visitor counts once per listing and day, across all
    /// processes. Written in batches every second and at shutdown.
    fn record(&self, view: ListingView);
}
