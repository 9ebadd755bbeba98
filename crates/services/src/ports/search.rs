//! The search of everybody: available listings of active landlords.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::area::Area;
use portal_domain::ids::ListingId;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
use portal_domain::search_words::KeywordWord;

use super::StoreError;
use crate::listings::{DirectoryStart, Facets, ListingSummary, PlaceCount};
use crate::paging::{PageRequest, Sort};

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
    /// How well the words match, see [`Match`]: ascending begins with the best. Without words the same as `BasicRent`,
    /// ascending.
    Relevance,
}

/// How well one word of a keyword matches a listing, by its best place. The relevance of a listing is the sum over all
/// words; equal ones are ordered by ascending basic rent and then by id, whatever the direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Match {
    /// With a typing error, in a text.
    TextAlike = 0,
    /// Whole, as a beginning or by its stem, in a text.
    Text = 1,
    /// With a typing error, in the title or the address.
    HeadlineAlike = 2,
    /// Whole, as a beginning or by its stem, in the title or the address.
    Headline = 3,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// Every word must match; none: the keyword does not narrow.
    pub words: Vec<KeywordWord>,
    /// Where it must lie; `None`: anywhere.
    pub place: Option<PlaceKey>,
    /// Bounds of the total rent, the figure on the card.
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    /// Empty: every type.
    pub unit_types: Vec<UnitType>,
    pub sort: Sort<SearchSortField>,
    pub page: PageRequest,
    /// Whether the matches are counted by type, price and area, too.
    pub facets: bool,
}

/// The cards of one page, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cards {
    /// Read just now; without `views`, and of the landlord what the store knows.
    Read(Vec<ListingSummary>),
    /// As [`CardWriter`] wrote them, with a comma between two.
    Ready(Vec<u8>),
}

/// One page of what a search finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResults {
    pub cards: Cards,
    /// The exact number of all matches.
    pub total: u64,
    /// Where they were asked for.
    pub facets: Option<Facets>,
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
    /// ascending whatever the direction.
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError>;

    /// The places that these words can mean, as [`suggested`](crate::listings::suggested) orders them, at most `limit`.
    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError>;

    /// How many listings a search without any filter finds.
    async fn count_listed(&self) -> Result<u64, StoreError>;

    /// Those listings by ascending id, at most `limit` of them.
    async fn list_listed(&self, start: DirectoryStart, limit: u32) -> Result<Vec<Listed>, StoreError>;
}

/// Writes a listing's card the way clients read it, for a search that keeps cards ready.
pub trait CardWriter: Send + Sync {
    /// The card as everybody may see it.
    fn write(&self, card: ListingSummary) -> Vec<u8>;
}
