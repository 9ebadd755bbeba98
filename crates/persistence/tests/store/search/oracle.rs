//! Random searches of a random town, against a plain loop over the domain's words.

use portal_domain::ids::ListingId;
use portal_domain::search_words;
use portal_domain::user::{User, UserStatus};
use portal_services::listings::{SUGGESTIONS, suggested};
use portal_services::ports::{ListingSearch, SearchSortField};
use portal_services::testing::Town;

use super::cards;
use crate::world::{World, landlord};

/// Another town with `SEARCH_SEED=…`.
const SEED: u64 = 20_261_120;
const SEARCHES: u32 = 800;
const LISTINGS: u32 = 400;

fn seed() -> u64 {
    let seed = std::env::var("SEARCH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    println!("SEARCH_SEED={seed}");
    seed
}

/// Two landlords whose listings are found, and one who was deactivated.
async fn settled() -> (World, Town) {
    let world = World::new().await;
    let silent = User { status: UserStatus::Inactive, ..landlord(3) };
    for landlord in [&landlord(1), &landlord(2), &silent] {
        world.add_user(landlord).await;
    }
    let mut town = Town::new(seed(), vec![landlord(1).id, landlord(2).id]).with_silent(silent.id);
    let listings: Vec<_> = (0..LISTINGS).map(|_| town.add()).collect();
    world.add_listings(&listings).await;
    (world, town)
}

#[tokio::test]
async fn random_searches_find_what_a_plain_loop_finds() {
    let (world, mut town) = settled().await;
    let (mut hits, mut empty, mut ranked, mut placed) = (0, 0, 0, 0);
    for n in 0..SEARCHES {
        let query = town.query();
        let all = town.expected(&query);
        let results = world.search.search(&query).await.unwrap();
        assert_eq!(results.total, all.len() as u64, "search {n}: {query:?}");
        assert_eq!(results.facets, query.facets.then(|| town.expected_facets(&query)), "search {n}: {query:?}");
        let start = usize::try_from(query.page.offset()).unwrap().min(all.len());
        let end = (start + query.page.size as usize).min(all.len());
        let ids: Vec<ListingId> = cards(results).iter().map(|card| card.id).collect();
        assert_eq!(ids, all[start..end], "search {n}: {query:?}");
        if all.is_empty() {
            empty += 1;
        } else {
            hits += 1;
        }
        placed += u32::from(query.place.is_some() && !all.is_empty());
        ranked += u32::from(query.sort.by == SearchSortField::Relevance && !query.words.is_empty() && ids.len() > 1);
    }
    // Neither kind proves much alone.
    assert!(hits > SEARCHES / 4 && empty > SEARCHES / 20, "{hits} with hits, {empty} without");
    assert!(ranked > SEARCHES / 40, "{ranked} by relevance");
    assert!(placed > SEARCHES / 20, "{placed} in a place");
}

#[tokio::test]
async fn random_places_are_those_that_a_plain_loop_suggests() {
    let (world, mut town) = settled().await;
    let places = town.places();
    let (mut some, mut none) = (0, 0);
    for _ in 0..SEARCHES {
        let typed = town.keyword();
        let words = search_words::of_keyword(&typed);
        let expected = suggested(&words, places.clone(), SUGGESTIONS);
        assert_eq!(world.search.suggest(&words, SUGGESTIONS).await.unwrap(), expected, "{typed}");
        if expected.is_empty() { none += 1 } else { some += 1 }
    }
    assert!(some > SEARCHES / 4 && none > SEARCHES / 20, "{some} with places, {none} without");
}
