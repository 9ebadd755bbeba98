//! What happens to a listing, for its landlord and administrators.

use super::ListingSummary;

/// Counts of one listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListingActivity {
    /// Its views on the days that were asked for.
    pub recent_views: i64,
    /// Its applications that wait for the landlord.
    pub open_applications: i64,
}

/// A listing in the list of those who manage it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManagedListing {
    pub summary: ListingSummary,
    pub activity: ListingActivity,
}
