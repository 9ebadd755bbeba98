//! The public search.

use crate::error::ServiceError;
use crate::ports::{Cards, ListingSummary, Ports, SearchQuery, SearchResults};

/// Finds available listings that match every word of the keyword.
pub async fn search_listings(ports: &Ports, query: &SearchQuery) -> Result<SearchResults, ServiceError> {
    if (query.price.is_empty() || query.area.is_empty()) && !query.facets {
        return Ok(SearchResults { cards: Cards::Rows(Vec::new()), total: 0, facets: None });
    }
    let mut found = ports.search.search(query).await?;
    if let Cards::Rows(cards) = &mut found.cards {
        *cards = std::mem::take(cards).into_iter().map(ListingSummary::for_public).collect();
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use portal_domain::area::Area;
    use portal_domain::listing::{ListingStatus, UnitType};
    use portal_domain::money::Cents;
    use portal_domain::place::PlaceKey;
    use portal_domain::search_words;

    use super::*;
    use crate::paging::{PageRequest, Sort, SortDirection};
    use crate::ports::{Bounds, LandlordSummary, SearchSortField};
    use crate::testing::MockPorts;
    use crate::testing::samples::{landlord_summary, listing, listing_summary};

    fn query() -> SearchQuery {
        SearchQuery {
            words: search_words::of_keyword("Zimmer München"),
            place: PlaceKey::new("München", Some("Schwabing")),
            near: None,
            price: Bounds { min: None, max: Some(Cents::new(60_000)) },
            area: Bounds { min: Some(Area::from_tenths(150)), max: None },
            unit_types: vec![UnitType::Room],
            stay: None,
            amenities: Vec::new(),
            sort: Sort { by: SearchSortField::BasicRent, direction: SortDirection::Ascending },
            page: PageRequest { page: 0, size: 10 },
            facets: false,
            amenity_facets: false,
        }
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
        assert_eq!(query().words.len(), 2);
        let results = search_listings(&ports_expecting(query()), &query()).await.unwrap();
        let expected = ListingSummary {
            landlord: LandlordSummary { last_name: "H".to_owned(), ..landlord_summary() },
            views: None,
            ..listing_summary(listing(ListingStatus::Available))
        };
        assert_eq!(results, found(expected));
    }

    #[tokio::test]
    async fn search_listings_without_words_passes_none() {
        let everything = SearchQuery { words: Vec::new(), ..query() };
        assert_eq!(search_listings(&ports_expecting(everything.clone()), &everything).await.unwrap().total, 31);
    }

    #[tokio::test]
    async fn search_listings_empty_range_queries_nothing() {
        let price = Bounds { min: Some(Cents::new(2)), max: Some(Cents::new(1)) };
        let area = Bounds { min: Some(Area::from_tenths(2)), max: Some(Area::from_tenths(1)) };
        for query in [SearchQuery { price, ..query() }, SearchQuery { area, ..query() }] {
            let nothing = SearchResults { cards: Cards::Rows(Vec::new()), total: 0, facets: None };
            assert_eq!(search_listings(&MockPorts::default().build(), &query).await.unwrap(), nothing);
        }
    }
}
