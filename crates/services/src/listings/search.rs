//! The search of everybody.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
use portal_domain::search_words;

use super::ListingSummary;
use crate::error::ServiceError;
use crate::paging::{PageRequest, Sort};
use crate::ports::{Bounds, Cards, Ports, SearchQuery, SearchResults, SearchSortField};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchRequest {
    pub keyword: Option<String>,
    pub place: Option<PlaceKey>,
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    pub unit_types: Vec<UnitType>,
    pub sort: Sort<SearchSortField>,
    pub page: PageRequest,
    /// Whether the matches are counted by type, price and area, too.
    pub facets: bool,
}

/// Finds available listings. Every word of the keyword must match.
pub async fn search(ports: &Ports, request: SearchRequest) -> Result<SearchResults, ServiceError> {
    let SearchRequest { keyword, place, price, area, unit_types, sort, page, facets } = request;
    if (price.is_empty() || area.is_empty()) && !facets {
        return Ok(SearchResults { cards: Cards::Read(Vec::new()), total: 0, facets: None });
    }
    let words = keyword.as_deref().map(search_words::of_keyword).unwrap_or_default();
    let query = SearchQuery { words, place, price, area, unit_types, sort, page, facets };
    let mut found = ports.search.search(&query).await?;
    if let Cards::Read(cards) = &mut found.cards {
        *cards = std::mem::take(cards).into_iter().map(ListingSummary::for_public).collect();
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
