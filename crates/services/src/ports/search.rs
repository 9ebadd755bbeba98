//! The public search: available listings of active landlords.

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use portal_domain::area::Area;
use portal_domain::availability::WishedStay;
use portal_domain::ids::ListingId;
use portal_domain::listing::{Amenity, UnitType};
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
pub use portal_domain::search_filters::Bounds;
use portal_domain::search_filters::SearchFilters;
use portal_domain::search_words::{self, KeywordWord};
use portal_domain::town::Near;

use super::{Facets, ListingSummary, StoreError};
use crate::paging::{PageRequest, Sort};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchSortField {
    BasicRent,
    TotalRent,
    Area,
    DateCreated,
    LastModified,
    /// By [`MatchQuality`]: ascending begins with the best. Without words the same as `BasicRent`,
    /// ascending.
    Relevance,
    /// By the distance of the listing's town; ties are ordered as those of the relevance. Without
    /// `near` the same as `BasicRent`, ascending.
    Distance,
}

/// How well one word of a keyword matches a listing, by its best field. The relevance of a listing
/// is the sum over all words; ties are ordered by ascending basic rent and then by id, in both
/// directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MatchQuality {
    /// A fuzzy match in a text.
    FuzzyText = 0,
    /// An exact, prefix or stem match in a text.
    Text = 1,
    /// A fuzzy match in the title or the address.
    FuzzyHeadline = 2,
    /// An exact, prefix or stem match in the title or the address.
    Headline = 3,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchQuery {
    /// Every word must match; empty: no limit by keyword.
    pub words: Vec<KeywordWord>,
    /// The place of the listing; `None`: anywhere.
    pub place: Option<PlaceKey>,
    /// The surroundings that the listing lies in; `None`: anywhere.
    pub near: Option<Near>,
    /// Bounds of the total rent.
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    /// Empty: every type.
    pub unit_types: Vec<UnitType>,
    /// The stay that the listing must allow; `None`: any.
    pub stay: Option<WishedStay>,
    /// The listing must have all of these.
    pub amenities: Vec<Amenity>,
    pub sort: Sort<SearchSortField>,
    pub page: PageRequest,
    /// Whether facets are counted.
    pub facets: bool,
    /// Whether the facets include amenities, which are more work to count than the others.
    pub amenity_facets: bool,
}

impl SearchQuery {
    /// The search with these filters on this day, without facets.
    pub fn new(filters: &SearchFilters, today: NaiveDate, sort: Sort<SearchSortField>, page: PageRequest) -> Self {
        Self {
            words: filters.words(),
            place: filters.place_key().cloned(),
            near: filters.surroundings(),
            price: filters.price,
            area: filters.area,
            unit_types: filters.unit_types.clone(),
            stay: filters.stay(today),
            amenities: filters.amenities.clone(),
            sort,
            page,
            facets: false,
            amenity_facets: false,
        }
    }
}

/// The cards of one page, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cards {
    /// From the database; `views` is `None`, and the landlord is not reduced to public data.
    Rows(Vec<ListingSummary>),
    /// As [`CardSerializer`] wrote them, but with their distances, separated by commas.
    Serialized(Vec<u8>),
}

/// One page of matches.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchResults {
    pub cards: Cards,
    /// The exact number of all matches.
    pub total: u64,
    /// If requested.
    pub facets: Option<Facets>,
}

/// An entry of the directory of searchable listings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchableListing {
    pub id: ListingId,
    pub last_modified: DateTime<Utc>,
}

/// The start of a part of the directory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirectoryStart {
    /// After this many listings.
    At(u64),
    After(ListingId),
}

/// A city, or a district of one, as its listings spell it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub city: String,
    /// `None`: the city as a whole.
    pub district: Option<String>,
}

impl Place {
    /// The key that all spellings of the place share.
    pub fn key(&self) -> Option<PlaceKey> {
        PlaceKey::new(&self.city, self.district.as_deref())
    }

    /// Whether a folded text is exactly the place's name.
    pub(crate) fn is_full_name_of(&self, name: &str) -> bool {
        let cities = search_words::folded_city_names(&self.city);
        let Some(district) = self.district.as_deref().map(search_words::folded_name) else {
            return cities.iter().any(|city| city == name);
        };
        let beside_city = |city: &String| [format!("{district} {city}"), format!("{city} {district}")];
        district == name || cities.iter().flat_map(beside_city).any(|both| both == name)
    }
}

/// A place and its number of searchable listings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceCount {
    pub place: Place,
    pub listings: u64,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ListingSearch: Send + Sync {
    /// One page of matches and the exact number of all. Ties are ordered by ascending id, in both
    /// directions.
    async fn search(&self, query: &SearchQuery) -> Result<SearchResults, StoreError>;

    /// The places that match these words, at most `limit`, ordered by
    /// [`rank_places`](crate::listings::rank_places).
    async fn suggest(&self, words: &[KeywordWord], limit: usize) -> Result<Vec<PlaceCount>, StoreError>;

    /// The number of searchable listings.
    async fn count_searchable_listings(&self) -> Result<u64, StoreError>;

    /// At most `limit` searchable listings, by ascending id.
    async fn list_searchable_listings(
        &self,
        start: DirectoryStart,
        limit: u32,
    ) -> Result<Vec<SearchableListing>, StoreError>;
}

/// The end of a serialized card without a distance. A search near a town puts the distance in the
/// place of the null: it depends on the search, and stored cards do not.
pub const UNKNOWN_DISTANCE: &str = r#""distanceKm":null}"#;

/// Serializes a listing's card for the wire, for a search that stores serialized cards.
pub trait CardSerializer: Send + Sync {
    /// The card with public data only. A card without a distance ends with [`UNKNOWN_DISTANCE`].
    fn serialize(&self, card: ListingSummary) -> Vec<u8>;
}
