//! The public search in SQL.

mod near;
mod oracle;
mod plans;
mod semantics;

use portal_domain::search_words;
use portal_services::ports::{
    Bounds, Cards, ListingSearch, ListingSummary, SearchQuery, SearchResults, SearchSortField,
};

use crate::context::{TestContext, ascending, page};

fn everything() -> SearchQuery {
    SearchQuery {
        words: Vec::new(),
        place: None,
        near: None,
        price: Bounds::default(),
        area: Bounds::default(),
        unit_types: Vec::new(),
        stay: None,
        amenities: Vec::new(),
        sort: ascending(SearchSortField::BasicRent),
        page: page(0, 100),
        facets: false,
        amenity_facets: false,
    }
}

fn keyword(text: &str) -> SearchQuery {
    SearchQuery { words: search_words::of_keyword(text), ..everything() }
}

async fn found(context: &TestContext, query: &SearchQuery) -> (Vec<u128>, u64) {
    let results = context.search.search(query).await.unwrap();
    let total = results.total;
    (cards(results).iter().map(|card| card.id.0.as_u128()).collect(), total)
}

fn cards(results: SearchResults) -> Vec<ListingSummary> {
    match results.cards {
        Cards::Rows(cards) => cards,
        Cards::Serialized(_) => panic!("SQL returns no serialized cards"),
    }
}
