//! The search of everybody.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::search_words;

use super::{LandlordView, ListingSummary};
use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Bounds, Ports, SearchQuery, SearchSortField};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchRequest {
    pub keyword: Option<String>,
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    pub unit_types: Vec<UnitType>,
    pub sort: Sort<SearchSortField>,
    pub page: PageRequest,
}

/// Finds available listings. Every word of the keyword must match.
pub async fn search(ports: &Ports, request: SearchRequest) -> Result<Page<ListingSummary>, ServiceError> {
    let SearchRequest { keyword, price, area, unit_types, sort, page } = request;
    if price.is_empty() || area.is_empty() {
        return Ok(Page::empty());
    }
    let words = keyword.as_deref().map(search_words::of_keyword).unwrap_or_default();
    let found = ports.search.search(&SearchQuery { words, price, area, unit_types, sort, page }).await?;
    Ok(found.map(|summary| ListingSummary {
        landlord: LandlordView::for_public(summary.landlord),
        views: None,
        ..summary
    }))
}

#[cfg(test)]
mod tests;
