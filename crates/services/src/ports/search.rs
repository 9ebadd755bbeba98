//! The search of everybody: available listings of active landlords.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::area::Area;
use portal_domain::ids::ListingId;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::search_words::KeywordWord;

use super::StoreError;
use crate::listings::{DirectoryStart, ListingSummary};
use crate::paging::{Page, PageRequest, Sort};

/// An inclusive range; a missing bound does not bind. A range whose minimum is above its maximum
/// contains nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds<T> {
    pub min: Option<T>,
    pub max: Option<T>,
}

impl<T: PartialOrd + Copy> Bounds<T> {
    pub fn contains(self, value: T) -> bool {
        self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max)
    }

    pub fn is_empty(self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if min > max)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchSortField {
    BasicRent,
    TotalRent,
    Area,
    DateCreated,
    LastModified,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// Every word must match; none: the keyword does not narrow.
    pub words: Vec<KeywordWord>,
    /// Bounds of the total rent, the figure on the card.
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    /// Empty: every type.
    pub unit_types: Vec<UnitType>,
    pub sort: Sort<SearchSortField>,
    pub page: PageRequest,
}

/// A listing in the directory of all that can be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listed {
    pub id: ListingId,
    pub last_modified: DateTime<Utc>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ListingSearch: Send + Sync {
    /// One page of matches and the exact number of all of them. Equal keys are ordered by id,
    /// ascending whatever the direction. `views` of a result is not filled in.
    async fn search(&self, query: &SearchQuery) -> Result<Page<ListingSummary>, StoreError>;

    /// How many listings a search without any filter finds.
    async fn count_listed(&self) -> Result<u64, StoreError>;

    /// Those listings by ascending id, at most `limit` of them.
    async fn list_listed(&self, start: DirectoryStart, limit: u32) -> Result<Vec<Listed>, StoreError>;
}
