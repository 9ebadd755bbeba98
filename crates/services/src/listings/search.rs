//! The public search.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
use portal_domain::search_words;

use crate::error::ServiceError;
use crate::paging::{PageRequest, Sort};
use crate::ports::{Bounds, Cards, ListingSummary, Ports, SearchQuery, SearchResults, SearchSortField};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchRequest {
    pub keyword: Option<String>,
    pub place: Option<PlaceKey>,
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    pub unit_types: Vec<UnitType>,
    pub sort: Sort<SearchSortField>,
    pub page: PageRequest,
    /// Whether facets are counted.
    pub facets: bool,
}

/// Finds available listings that match every word of the keyword.
pub async fn search_listings(ports: &Ports, request: SearchRequest) -> Result<SearchResults, ServiceError> {
    let SearchRequest { keyword, place, price, area, unit_types, sort, page, facets } = request;
    if (price.is_empty() || area.is_empty()) && !facets {
        return Ok(SearchResults { cards: Cards::Rows(Vec::new()), total: 0, facets: None });
    }
    let words = keyword.as_deref().map(search_words::of_keyword).unwrap_or_default();
    let query = SearchQuery { words, place, price, area, unit_types, sort, page, facets };
    let mut found = ports.search.search(&query).await?;
    if let Cards::Rows(cards) = &mut found.cards {
        *cards = std::mem::take(cards).into_iter().map(ListingSummary::for_public).collect();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::paging::SortDirection;
    use crate::ports::LandlordSummary;
    use crate::testing::MockPorts;
    use crate::testing::samples::{landlord_summary, listing, listing_summary};

    fn request() -> SearchRequest {
        SearchRequest {
            keyword: Some("Zimmer München".to_owned()),
            place: PlaceKey::new("München", Some("Schwabing")),
            price: Bounds { min: None, max: Some(Cents::new(60_000)) },
            area: Bounds { min: Some(Area::from_tenths(150)), max: None },
            unit_types: vec![UnitType::Room],
            sort: Sort { by: SearchSortField::BasicRent, direction: SortDirection::Ascending },
            page: PageRequest { page: 0, size: 10 },
            facets: false,
        }
    }

    fn query(words: Vec<search_words::KeywordWord>) -> SearchQuery {
        let SearchRequest { keyword: _, place, price, area, unit_types, sort, page, facets } = request();
        SearchQuery { words, place, price, area, unit_types, sort, page, facets }
    }

    fn found(card: ListingSummary) -> SearchResults {
        SearchResults { cards: Cards::Rows(vec![card]), total: 31, facets: None }
    }

    fn ports_expecting(expected: SearchQuery) -> Ports {
        let mut ports = MockPorts::default();
        ports
            .search
            .expect_search()
            .once()
            .withf(move |query| *query == expected)
            .returning(|_| Ok(found(listing_summary(listing(ListingStatus::Available)))));
        ports.build()
    }

    #[tokio::test]
    async fn search_listings_passes_all_words_and_returns_public_data() {
        let words = search_words::of_keyword("Zimmer München");
        assert_eq!(words.len(), 2);
        let results = search_listings(&ports_expecting(query(words)), request()).await.unwrap();
        let expected = ListingSummary {
            landlord: LandlordSummary { last_name: "H".to_owned(), ..landlord_summary() },
            views: None,
            ..listing_summary(listing(ListingStatus::Available))
        };
        assert_eq!(results, found(expected));
    }

    #[tokio::test]
    async fn search_listings_without_words_passes_none() {
        for keyword in [None, Some(" … ".to_owned())] {
            let found = search_listings(&ports_expecting(query(Vec::new())), SearchRequest { keyword, ..request() })
                .await
                .unwrap();
            assert_eq!(found.total, 31);
        }
    }

    #[tokio::test]
    async fn search_listings_empty_range_queries_nothing() {
        let price = Bounds { min: Some(Cents::new(2)), max: Some(Cents::new(1)) };
        let area = Bounds { min: Some(Area::from_tenths(2)), max: Some(Area::from_tenths(1)) };
        for request in [SearchRequest { price, ..request() }, SearchRequest { area, ..request() }] {
            let nothing = SearchResults { cards: Cards::Rows(Vec::new()), total: 0, facets: None };
            assert_eq!(search_listings(&MockPorts::default().build(), request).await.unwrap(), nothing);
        }
    }
}
