//! The index against a plain loop, in a town that changes.

use std::sync::Arc;

use portal_domain::ids::ListingId;
use portal_domain::search_words;
use portal_services::listings::{ListingSummary, SUGGESTIONS, suggested};
use portal_services::ports::{CardWriter, Cards, SearchQuery};
use portal_services::testing::samples::LANDLORD;
use portal_services::testing::{Town, TownChange};
use uuid::Uuid;

use crate::index::Index;
use crate::keeper::{Keeper, Limits, Loader};
use crate::segment::merge;

/// Another town with `SEARCH_SEED=…`.
const SEED: u64 = 20_261_124;

fn seed() -> u64 {
    let seed = std::env::var("SEARCH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    println!("SEARCH_SEED={seed}");
    seed
}

/// A card that only says which listing it is of.
struct IdCards;

impl CardWriter for IdCards {
    fn write(&self, card: ListingSummary) -> Vec<u8> {
        format!(r#"{{"id":"{}"}}"#, card.id.0).into_bytes()
    }
}

fn ids(cards: &Cards) -> Vec<ListingId> {
    let Cards::Ready(cards) = cards else { panic!("an index keeps its cards") };
    let text = std::str::from_utf8(cards).unwrap();
    let ids = text.split(',').filter(|card| !card.is_empty()).map(|card| card.trim_matches(['{', '}', '"']));
    ids.map(|card| ListingId(Uuid::parse_str(card.strip_prefix("id\":\"").unwrap()).unwrap())).collect()
}

fn load(town: &Town, portion: usize) -> Keeper {
    let mut loader = Loader::new(Arc::new(IdCards));
    for documents in town.documents().chunks(portion) {
        loader.add(documents.to_vec()).unwrap();
    }
    loader.finish().unwrap()
}

fn town(listings: usize) -> Town {
    let mut town = Town::new(seed(), vec![LANDLORD.user_id]);
    for _ in 0..listings {
        town.add();
    }
    town
}

/// Searches, and tells whether something was to be found.
fn check(town: &Town, index: &Index, query: &SearchQuery) -> bool {
    let found = index.search(query);
    let expected = town.expected(query);
    let skipped = usize::try_from(query.page.offset()).unwrap().min(expected.len());
    let end = (skipped + query.page.size as usize).min(expected.len());
    assert_eq!(ids(&found.cards), expected[skipped..end], "{query:?}");
    assert_eq!(found.total, expected.len() as u64, "{query:?}");
    assert_eq!(found.facets, query.facets.then(|| town.expected_facets(query)), "{query:?}");
    !expected.is_empty()
}

#[test]
fn random_searches_find_what_a_plain_loop_finds() {
    let mut town = town(700);
    let index = load(&town, 100).index();
    let mut hits = 0;
    for _ in 0..800 {
        let query = town.query();
        hits += usize::from(check(&town, &index, &query));
    }
    assert!((200..780).contains(&hits), "{hits} searches found something");
}

#[test]
fn and_after_every_change_while_segments_come_and_go() {
    let mut town = town(300);
    let mut keeper = load(&town, 100);
    keeper.limits = Limits { fresh: 8, borne: 60 };
    let (mut merges, mut most) = (0, 0);
    for round in 0..80 {
        let due = keeper.begin_merge();
        let changes: Vec<TownChange> = (0..round % 37).map(|_| town.change()).collect();
        keeper.apply(town.told(&changes)).unwrap();
        // What happens while segments are put together must not be lost.
        if let Some(segments) = due {
            for _ in 0..4 {
                let query = town.query();
                check(&town, &keeper.index(), &query);
            }
            keeper.merged(merge(&segments).unwrap());
            merges += 1;
        }
        let index = keeper.index();
        most = most.max(index.segments.len());
        for _ in 0..5 {
            let query = town.query();
            check(&town, &index, &query);
        }
        assert_eq!(index.len(), town.documents().len());
    }
    assert!(merges > 0 && most > 2, "{merges} merges, {most} segments");
}

#[test]
fn places_are_suggested_as_a_plain_loop_would_and_forgotten_with_their_last_listing() {
    let mut town = town(60);
    let mut keeper = load(&town, 100);
    for _ in 0..200 {
        let change = town.change();
        keeper.apply(town.told(&[change])).unwrap();
        let words = search_words::of_keyword(&town.keyword());
        let expected = suggested(&words, town.places(), SUGGESTIONS);
        assert_eq!(keeper.index().suggest(&words, SUGGESTIONS), expected, "{words:?}");
    }
}

#[test]
fn nothing_at_all_can_be_searched_too() {
    let mut town = town(0);
    let index = load(&town, 1).index();
    for _ in 0..50 {
        let query = town.query();
        check(&town, &index, &query);
    }
}
