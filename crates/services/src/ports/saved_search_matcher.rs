//! The search backwards: which saved searches find a listing.

use chrono::NaiveDate;
use portal_domain::ids::SavedSearchId;
use portal_domain::search_filters::SearchFilters;

use super::SearchDocument;

/// A saved search that is new, was changed or is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedSearchChange {
    pub id: SavedSearchId,
    /// `None`: it is not matched any more.
    pub filters: Option<SearchFilters>,
}

/// All saved searches in memory, and which of them find a listing.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
pub trait SavedSearchMatcher: Send + Sync {
    /// Adds, replaces or removes saved searches; of several changes of one, the last counts.
    fn apply(&self, changes: Vec<SavedSearchChange>);

    /// The saved searches that would find this listing if it were the only one, in no order.
    /// `today` is what their dates are relative to ([`SearchFilters::stay`]).
    fn matches(&self, listing: &SearchDocument, today: NaiveDate) -> Vec<SavedSearchId>;

    /// The number of saved searches that are held.
    fn count(&self) -> usize;

    /// The approximate memory, in bytes, of what is remembered from one listing for the next.
    fn cached_bytes(&self) -> usize;
}
