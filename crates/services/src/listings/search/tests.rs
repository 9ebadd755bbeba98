use portal_domain::listing::ListingStatus;

use super::*;
use crate::listings::LandlordView;
use crate::paging::SortDirection;
use crate::testing::MockPorts;
use crate::testing::samples::{landlord_view, listing, listing_summary};

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
    SearchResults { cards: Cards::Read(vec![card]), total: 31, facets: None }
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
async fn every_word_is_looked_for_and_of_the_landlord_only_the_public_name_is_told() {
    let words = search_words::of_keyword("Zimmer München");
    assert_eq!(words.len(), 2);
    let results = search(&ports_expecting(query(words)), request()).await.unwrap();
    let expected = ListingSummary {
        landlord: LandlordView { last_name: "H".to_owned(), ..landlord_view() },
        views: None,
        ..listing_summary(listing(ListingStatus::Available))
    };
    assert_eq!(results, found(expected));
}

#[tokio::test]
async fn no_keyword_narrows_nothing() {
    for keyword in [None, Some(" … ".to_owned())] {
        let found = search(&ports_expecting(query(Vec::new())), SearchRequest { keyword, ..request() }).await.unwrap();
        assert_eq!(found.total, 31);
    }
}

#[tokio::test]
async fn a_range_that_contains_nothing_is_answered_without_asking() {
    let price = Bounds { min: Some(Cents::new(2)), max: Some(Cents::new(1)) };
    let area = Bounds { min: Some(Area::from_tenths(2)), max: Some(Area::from_tenths(1)) };
    for request in [SearchRequest { price, ..request() }, SearchRequest { area, ..request() }] {
        let nothing = SearchResults { cards: Cards::Read(Vec::new()), total: 0, facets: None };
        assert_eq!(search(&MockPorts::default().build(), request).await.unwrap(), nothing);
    }
}
