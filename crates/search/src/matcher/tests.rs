//! Compares the matcher with searches of an index that holds one listing.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{Days, NaiveDate};
use portal_domain::ids::SavedSearchId;
use portal_domain::search_filters::{NamedPlace, NamedSurroundings, SearchFilters};
use portal_services::ports::{SavedSearchChange, SavedSearchMatcher, SearchDocument, SearchQuery};
use portal_services::testing::{MockPorts, SearchOracle};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use uuid::Uuid;

use super::InMemoryMatcher;
use crate::index::Index;
use crate::index_writer::IndexLoader;
use crate::tests::{IdCards, all_listings, oracle};

const CACHE_BYTES: usize = 1 << 20;

type SavedSearches = BTreeMap<SavedSearchId, SearchFilters>;

fn id(number: u128) -> SavedSearchId {
    SavedSearchId(Uuid::from_u128(number))
}

/// A day on which many of the oracle's dates are in the past, or few.
fn today(days: u64) -> NaiveDate {
    MockPorts::now().date_naive().checked_add_days(Days::new(days)).unwrap()
}

/// Every second one has a keyword only.
fn random_filters(oracle: &mut SearchOracle, only_keyword: bool) -> SearchFilters {
    let keyword = Some(oracle.keyword());
    if only_keyword {
        return SearchFilters { keyword, ..SearchFilters::default() };
    }
    let query = oracle.query();
    let place = query.place.and_then(|key| NamedPlace::new(key.city().to_owned(), key.district().map(str::to_owned)));
    let near = query.near.and_then(|near| NamedSurroundings::new(near.town.name().to_owned(), near.radius));
    SearchFilters {
        keyword,
        place,
        near,
        price: query.price,
        area: query.area,
        unit_types: query.unit_types,
        available_by: query.stay.and_then(|stay| stay.move_in_by()),
        available_until: query.stay.and_then(|stay| stay.until()),
        amenities: query.amenities,
    }
}

fn index_of(document: &SearchDocument) -> Index {
    let mut loader = IndexLoader::new(Arc::new(IdCards));
    loader.add(vec![document.clone()]).unwrap();
    loader.finish().unwrap().snapshot()
}

fn queries(searches: &SavedSearches, today: NaiveDate) -> Vec<(SavedSearchId, SearchQuery)> {
    let order = all_listings(1);
    let query = |filters: &SearchFilters| SearchQuery::new(filters, today, order.sort, order.page);
    searches.iter().map(|(id, filters)| (*id, query(filters))).collect()
}

/// The saved searches that find the only listing of the index.
fn finding(index: &Index, queries: &[(SavedSearchId, SearchQuery)]) -> Vec<SavedSearchId> {
    queries.iter().filter(|(_, query)| index.search(query).total == 1).map(|(id, _)| *id).collect()
}

fn matches(matcher: &InMemoryMatcher, listing: &SearchDocument, today: NaiveDate) -> Vec<SavedSearchId> {
    let mut found = matcher.matches(listing, today);
    found.sort_unstable();
    found
}

/// Changes both the matcher and the searches to compare it with.
fn apply(matcher: &InMemoryMatcher, searches: &mut SavedSearches, changes: Vec<SavedSearchChange>) {
    for SavedSearchChange { id, filters } in &changes {
        match filters {
            Some(filters) => drop(searches.insert(*id, filters.clone())),
            None => drop(searches.remove(id)),
        }
    }
    matcher.apply(changes);
    assert_eq!(matcher.count(), searches.len());
}

#[test]
fn matches_of_random_listings_are_the_searches_that_find_each() {
    let mut oracle = oracle(60);
    let (matcher, mut searches) = (InMemoryMatcher::new(CACHE_BYTES), SavedSearches::new());
    let added = (0..300).map(|number| {
        let filters = Some(random_filters(&mut oracle, number % 2 == 0));
        SavedSearchChange { id: id(number), filters }
    });
    apply(&matcher, &mut searches, added.collect());
    let queries = queries(&searches, today(0));
    let (mut compared, mut found) = (0, 0);
    for document in &oracle.expected_documents() {
        let expected = finding(&index_of(document), &queries);
        assert_eq!(matches(&matcher, document, today(0)), expected, "{document:?}");
        compared += searches.len();
        found += expected.len();
    }
    assert!(compared / 50 < found && found < compared / 2, "{found} of {compared} searches found a listing");
}

#[test]
fn matches_after_random_changes_are_the_searches_that_find_each() {
    let mut oracle = oracle(30);
    let listings: Vec<(Index, SearchDocument)> =
        oracle.expected_documents().into_iter().map(|document| (index_of(&document), document)).collect();
    let mut rng = StdRng::seed_from_u64(7);
    let (matcher, mut searches) = (InMemoryMatcher::new(CACHE_BYTES), SavedSearches::new());
    for round in 0..40 {
        // One portion has more new words than the matcher remembers.
        let portion = if round == 20 { 400 } else { rng.random_range(0..30) };
        let changes = (0..portion).map(|number| {
            let id = id(rng.random_range(0..150));
            // A quarter are removals, also of unknown searches and of those added before in the
            // same portion.
            let is_added = rng.random_range(0..4) > 0;
            SavedSearchChange { id, filters: is_added.then(|| random_filters(&mut oracle, number % 3 == 0)) }
        });
        let changes = changes.collect();
        apply(&matcher, &mut searches, changes);
        let today = today(rng.random_range(0..400));
        let queries = queries(&searches, today);
        for _ in 0..3 {
            let (index, document) = &listings[rng.random_range(0..listings.len())];
            assert_eq!(matches(&matcher, document, today), finding(index, &queries), "{today} {document:?}");
        }
    }
    let removed = searches.keys().map(|id| SavedSearchChange { id: *id, filters: None }).collect();
    apply(&matcher, &mut searches, removed);
    for (_, document) in &listings {
        assert_eq!(matches(&matcher, document, today(0)), []);
    }
}

/// Filters with the keyword, anywhere.
fn keyword(keyword: &str) -> SearchFilters {
    SearchFilters { keyword: Some(keyword.to_owned()), ..SearchFilters::default() }
}

#[test]
fn matches_without_filters_finds_every_listing() {
    let oracle = oracle(10);
    let matcher = InMemoryMatcher::new(CACHE_BYTES);
    let everything = [SearchFilters::default(), keyword(" – ")];
    let changes =
        (1..).zip(everything).map(|(number, filters)| SavedSearchChange { id: id(number), filters: Some(filters) });
    matcher.apply(changes.collect());
    for document in &oracle.expected_documents() {
        assert_eq!(matches(&matcher, document, today(0)), [id(1), id(2)]);
    }
}

#[test]
fn apply_with_several_changes_of_one_search_keeps_the_last() {
    let mut oracle = oracle(20);
    let document = oracle.expected_documents().remove(0);
    let matcher = InMemoryMatcher::new(CACHE_BYTES);
    let change = |filters: Option<SearchFilters>| SavedSearchChange { id: id(1), filters };
    let impossible = keyword("xylophonbauerin");
    matcher.apply(vec![change(Some(impossible.clone())), change(None), change(Some(SearchFilters::default()))]);
    assert_eq!((matcher.count(), matches(&matcher, &document, today(0))), (1, vec![id(1)]));
    matcher.apply(vec![change(Some(random_filters(&mut oracle, true))), change(Some(impossible))]);
    assert_eq!((matcher.count(), matches(&matcher, &document, today(0))), (1, Vec::new()));
    matcher.apply(vec![change(Some(SearchFilters::default())), change(None)]);
    assert_eq!((matcher.count(), matches(&matcher, &document, today(0))), (0, Vec::new()));
}
