//! The search of everybody.

mod oracle;
mod plans;
mod semantics;

use portal_domain::search_words;
use portal_services::ports::{Bounds, ListingSearch, SearchQuery, SearchSortField};

use crate::world::{World, ascending, page};

fn everything() -> SearchQuery {
    SearchQuery {
        words: Vec::new(),
        price: Bounds::default(),
        area: Bounds::default(),
        unit_types: Vec::new(),
        sort: ascending(SearchSortField::BasicRent),
        page: page(0, 100),
    }
}

fn keyword(text: &str) -> SearchQuery {
    SearchQuery { words: search_words::of_keyword(text), ..everything() }
}

async fn found(world: &World, query: &SearchQuery) -> (Vec<u128>, u64) {
    let page = world.search.search(query).await.unwrap();
    (page.rows.iter().map(|row| row.id.0.as_u128()).collect(), page.total)
}
