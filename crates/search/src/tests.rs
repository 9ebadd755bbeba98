//! The index against a plain loop, in a town that changes.

use std::sync::Arc;

use portal_domain::ids::ListingId;
use portal_domain::search_words;
use portal_services::listings::{ListingSummary, SUGGESTIONS, suggested};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Bounds, CardWriter, Cards, SearchChanges, SearchDocument, SearchQuery, SearchSortField};
use portal_services::testing::samples::LANDLORD;
use portal_services::testing::{Town, TownChange};
use uuid::Uuid;

use crate::index::Index;
use crate::keeper::{Keeper, Limits, Loader};
use crate::segment::Live;

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

fn check_places(town: &mut Town, index: &Index) {
    let words = search_words::of_keyword(&town.keyword());
    let expected = suggested(&words, town.places(), SUGGESTIONS);
    assert_eq!(index.suggest(&words, SUGGESTIONS), expected, "{words:?}");
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
        if let Some(merge) = due {
            for _ in 0..4 {
                let query = town.query();
                check(&town, &keeper.index(), &query);
            }
            keeper.merged(merge.run().unwrap());
            merges += 1;
        }
        let index = keeper.index();
        most = most.max(index.segments.len());
        for _ in 0..5 {
            let query = town.query();
            check(&town, &index, &query);
        }
        check_places(&mut town, &index);
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
        check_places(&mut town, &keeper.index());
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

/// All listings in the default order.
fn everything(size: u32) -> SearchQuery {
    SearchQuery {
        words: Vec::new(),
        place: None,
        price: Bounds::default(),
        area: Bounds::default(),
        unit_types: Vec::new(),
        sort: Sort { by: SearchSortField::BasicRent, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size },
        facets: false,
    }
}

#[test]
fn short_beginnings_find_in_a_large_town_what_a_plain_loop_finds() {
    let town = town(4_000);
    let index = load(&town, 2_000).index();
    assert!(index.segments[0].segment.words.gathered("s").is_some(), "the town is too small for what is tested");
    for keyword in ["s", "st", "str", "m", "mun", "p zimmr", "k str", "wohnungem s", "日", "w g", "ga parks"] {
        let words = search_words::of_keyword(keyword);
        for by in [SearchSortField::BasicRent, SearchSortField::Relevance] {
            for page in [0, 30] {
                let sort = Sort { by, direction: SortDirection::Ascending };
                let page = PageRequest { page, size: 20 };
                check(&town, &index, &SearchQuery { words: words.clone(), sort, page, ..everything(20) });
            }
        }
    }
}

#[test]
fn all_pages_of_all_orders_are_put_together_from_several_segments() {
    let mut town = town(200);
    let mut keeper = load(&town, 100);
    keeper.limits = Limits { fresh: 0, borne: 1_000 };
    for batch in [150, 20, 3] {
        let changes: Vec<TownChange> = (0..batch).map(|_| town.change()).collect();
        keeper.apply(town.told(&changes)).unwrap();
    }
    let index = keeper.index();
    assert!(index.segments.len() > 2, "{} segments", index.segments.len());
    for by in [
        SearchSortField::BasicRent,
        SearchSortField::TotalRent,
        SearchSortField::Area,
        SearchSortField::DateCreated,
        SearchSortField::LastModified,
        SearchSortField::Relevance,
    ] {
        for direction in [SortDirection::Ascending, SortDirection::Descending] {
            for keyword in ["", "munchen", "zimmer hell"] {
                let words = search_words::of_keyword(keyword);
                let query = SearchQuery { words, sort: Sort { by, direction }, ..everything(7) };
                let pages = town.expected(&query).len() / 7 + 2;
                for page in (0..).take(pages) {
                    check(&town, &index, &SearchQuery { page: PageRequest { page, size: 7 }, ..query.clone() });
                }
            }
        }
    }
}

fn renewed(documents: &[SearchDocument]) -> SearchChanges {
    SearchChanges { found: documents.to_vec(), gone: Vec::new() }
}

fn gone(documents: &[SearchDocument]) -> SearchChanges {
    SearchChanges { found: Vec::new(), gone: documents.iter().map(|document| document.card.id).collect() }
}

/// Everything that is asked of it is answered as in the town.
fn check_all(town: &mut Town, index: &Index) {
    check(town, index, &everything(1_000));
    for _ in 0..20 {
        let query = town.query();
        check(town, index, &query);
        check_places(town, index);
    }
}

#[test]
fn what_goes_comes_back_and_goes_again_during_a_merge_is_gone_after_it() {
    let mut town = town(60);
    let mut keeper = load(&town, 100);
    keeper.limits = Limits { fresh: 8, borne: 0 };
    let documents = town.documents();
    keeper.apply(renewed(&documents[..9])).unwrap();
    let merge = keeper.begin_merge().unwrap();
    // One that was renewed before, and one that was not.
    let [renewed_before, last] = [&documents[..1], &documents[documents.len() - 1..]];
    for restless in [renewed_before, last] {
        for changes in [gone(restless), renewed(restless), renewed(restless), gone(restless)] {
            keeper.apply(changes).unwrap();
        }
    }
    keeper.apply(renewed(last)).unwrap();
    keeper.merged(merge.run().unwrap());
    let found = ids(&keeper.index().search(&everything(1_000)).cards);
    assert_eq!((keeper.index().len(), found.len()), (documents.len() - 1, documents.len() - 1));
    assert!(!found.contains(&documents[0].card.id), "it came back from the merge");
    keeper.apply(renewed(renewed_before)).unwrap();
    check_all(&mut town, &keeper.index());
}

#[test]
fn an_index_of_which_everything_is_dead_can_be_merged_and_grows_again() {
    let mut town = town(60);
    let mut keeper = load(&town, 100);
    keeper.limits = Limits { fresh: 8, borne: 0 };
    let documents = town.documents();
    for _ in 0..2 {
        keeper.apply(gone(&documents)).unwrap();
        let merge = keeper.begin_merge().unwrap();
        keeper.merged(merge.run().unwrap());
        let index = keeper.index();
        assert_eq!((index.len(), index.segments.len()), (0, 1));
        assert_eq!(index.search(&SearchQuery { facets: true, ..everything(10) }).total, 0);
        keeper.apply(renewed(&documents)).unwrap();
        check_all(&mut town, &keeper.index());
    }
}

#[test]
fn an_index_that_began_empty_learns_phrases_as_it_grows() {
    let mut keeper = load(&town(0), 100);
    keeper.limits = Limits { fresh: 8, borne: 0 };
    let mut town = town(300);
    keeper.apply(renewed(&town.documents())).unwrap();
    let merge = keeper.begin_merge().unwrap();
    // What is packed with the old phrases, beside what is packed with the new ones.
    keeper.apply(renewed(&town.documents()[..20])).unwrap();
    keeper.merged(merge.run().unwrap());
    let index = keeper.index();
    let [learnt, not_yet] = index.segments.as_slice() else { panic!("{} segments", index.segments.len()) };
    let cards = |live: &Live| live.segment.cards.bytes() / live.segment.len();
    assert!(cards(learnt) < cards(not_yet), "{} bytes a card, {} before", cards(learnt), cards(not_yet));
    check_all(&mut town, &index);
}
