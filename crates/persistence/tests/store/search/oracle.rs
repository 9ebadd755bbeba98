//! Compares random searches over random listings with a plain loop over the domain's words.

use portal_domain::ids::ListingId;
use portal_domain::search_words;
use portal_domain::user::{User, UserStatus};
use portal_services::listings::{MAX_SUGGESTIONS, rank_places};
use portal_services::ports::{ListingSearch, SearchSortField};
use portal_services::testing::SearchOracle;

use super::cards;
use crate::context::{TestContext, landlord};

/// Set `SEARCH_SEED` for another random oracle.
const SEED: u64 = 20_261_120;
const SEARCHES: u32 = 800;
const LISTINGS: u32 = 400;

fn seed() -> u64 {
    let seed = std::env::var("SEARCH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    println!("SEARCH_SEED={seed}");
    seed
}

/// Listings of two active landlords and a deactivated one.
async fn with_random_listings() -> (TestContext, SearchOracle) {
    let context = TestContext::new().await;
    let inactive = User { status: UserStatus::Inactive, ..landlord(3) };
    for landlord in [&landlord(1), &landlord(2), &inactive] {
        context.add_user(landlord).await;
    }
    let mut oracle =
        SearchOracle::new(seed(), vec![landlord(1).id, landlord(2).id]).with_inactive_landlord(inactive.id);
    let listings: Vec<_> = (0..LISTINGS).map(|_| oracle.add()).collect();
    context.add_listings(&listings).await;
    (context, oracle)
}

#[tokio::test]
async fn search_random_queries_equals_plain_loop() {
    let (context, mut oracle) = with_random_listings().await;
    let (mut hits, mut empty, mut ranked, mut in_place, mut near) = (0, 0, 0, 0, 0);
    for n in 0..SEARCHES {
        let query = oracle.query();
        let all = oracle.expected_ids(&query);
        let results = context.search.search(&query).await.unwrap();
        assert_eq!(results.total, all.len() as u64, "search {n}: {query:?}");
        assert_eq!(results.facets, query.facets.then(|| oracle.expected_facets(&query)), "search {n}: {query:?}");
        let start = usize::try_from(query.page.offset()).unwrap().min(all.len());
        let end = (start + query.page.size as usize).min(all.len());
        let found = cards(results);
        let ids: Vec<ListingId> = found.iter().map(|card| card.id).collect();
        assert_eq!(ids, all[start..end], "search {n}: {query:?}");
        let distances = found.iter().all(|card| card.distance_km == oracle.expected_distance(&query, card.id));
        assert!(distances, "search {n}: {query:?}");
        if all.is_empty() {
            empty += 1;
        } else {
            hits += 1;
        }
        near += u32::from(query.near.is_some() && !all.is_empty());
        in_place += u32::from(query.place.is_some() && !all.is_empty());
        ranked += u32::from(query.sort.by == SearchSortField::Relevance && !query.words.is_empty() && ids.len() > 1);
    }
    // Guards against a random oracle that covers only one kind of search.
    assert!(hits > SEARCHES / 4 && empty > SEARCHES / 20, "{hits} with hits, {empty} without");
    assert!(ranked > SEARCHES / 40, "{ranked} by relevance");
    assert!(in_place > SEARCHES / 20, "{in_place} in a place");
    assert!(near > SEARCHES / 80, "{near} near a town");
}

#[tokio::test]
async fn suggest_random_keywords_equals_plain_loop() {
    let (context, mut oracle) = with_random_listings().await;
    let places = oracle.expected_places();
    let (mut some, mut none) = (0, 0);
    for _ in 0..SEARCHES {
        let typed = oracle.keyword();
        let words = search_words::of_keyword(&typed);
        let expected = rank_places(&words, places.clone(), MAX_SUGGESTIONS);
        assert_eq!(context.search.suggest(&words, MAX_SUGGESTIONS).await.unwrap(), expected, "{typed}");
        if expected.is_empty() { none += 1 } else { some += 1 }
    }
    assert!(some > SEARCHES / 4 && none > SEARCHES / 20, "{some} with places, {none} without");
}
