//! Compares the index with a plain loop over a changing set of listings.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use portal_domain::ids::ListingId;
use portal_domain::search_words;
use portal_domain::town::{Near, Radius};
use portal_services::listings::{MAX_SUGGESTIONS, rank_places};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{
    Bounds, CardSerializer, Cards, ListingSummary, SearchChanges, SearchDocument, SearchQuery, SearchSortField,
    UNKNOWN_DISTANCE,
};
use portal_services::testing::samples::LANDLORD;
use portal_services::testing::{ListingChange, SearchOracle};
use uuid::Uuid;

use crate::index::Index;
use crate::index_writer::{IndexLoader, IndexWriter, MergeLimits};
use crate::segment::LiveSegment;

/// `SEARCH_SEED=…` selects other listings.
const SEED: u64 = 20_261_124;

fn seed() -> u64 {
    let seed = std::env::var("SEARCH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(SEED);
    println!("SEARCH_SEED={seed}");
    seed
}

/// Writes cards that hold only the id of the listing, and its distance.
pub(crate) struct IdCards;

const CARD_START: &str = r#"{"id":""#;

impl CardSerializer for IdCards {
    fn serialize(&self, card: ListingSummary) -> Vec<u8> {
        format!(r#"{CARD_START}{}",{UNKNOWN_DISTANCE}"#, card.id.0).into_bytes()
    }
}

/// The ids and distances of cards.
fn ids_and_distances(cards: &Cards) -> Vec<(ListingId, Option<u16>)> {
    let Cards::Serialized(cards) = cards else { panic!("the index must return serialized cards") };
    let text = std::str::from_utf8(cards).unwrap();
    let card = |card: &str| {
        let (id, rest) = card.split_once("\",\"distanceKm\":").unwrap();
        let (distance, _) = rest.split_once('}').unwrap();
        let distance = (distance != "null").then(|| distance.parse::<u16>().unwrap());
        (ListingId(Uuid::parse_str(id).unwrap()), distance)
    };
    text.split(CARD_START).skip(1).map(card).collect()
}

pub(crate) fn ids(cards: &Cards) -> Vec<ListingId> {
    ids_and_distances(cards).into_iter().map(|(id, _)| id).collect()
}

pub(crate) fn load(oracle: &SearchOracle, batch_size: usize) -> IndexWriter {
    let mut loader = IndexLoader::new(Arc::new(IdCards));
    for documents in oracle.expected_documents().chunks(batch_size) {
        loader.add(documents.to_vec()).unwrap();
    }
    loader.finish().unwrap()
}

pub(crate) fn oracle(listings: usize) -> SearchOracle {
    let mut oracle = SearchOracle::new(seed(), vec![LANDLORD.user_id]);
    for _ in 0..listings {
        oracle.add();
    }
    oracle
}

/// Compares a search with the plain loop. Returns whether it has results.
fn check(oracle: &SearchOracle, index: &Index, query: &SearchQuery) -> bool {
    let found = index.search(query);
    let expected = oracle.expected_ids(query);
    let skipped = usize::try_from(query.page.offset()).unwrap().min(expected.len());
    let end = (skipped + query.page.size as usize).min(expected.len());
    let with_distance = |id: &ListingId| (*id, oracle.expected_distance(query, *id));
    let page: Vec<_> = expected[skipped..end].iter().map(with_distance).collect();
    assert_eq!(ids_and_distances(&found.cards), page, "{query:?}");
    assert_eq!(found.total, expected.len() as u64, "{query:?}");
    assert_eq!(found.facets, query.facets.then(|| oracle.expected_facets(query)), "{query:?}");
    !expected.is_empty()
}

fn check_places(oracle: &mut SearchOracle, index: &Index) {
    let words = search_words::of_keyword(&oracle.keyword());
    let expected = rank_places(&words, oracle.expected_places(), MAX_SUGGESTIONS);
    assert_eq!(index.suggest(&words, MAX_SUGGESTIONS), expected, "{words:?}");
}

#[test]
fn search_with_random_queries_equals_a_plain_loop() {
    let mut oracle = oracle(700);
    let index = load(&oracle, 100).snapshot();
    let (mut hits, mut near) = (0, 0);
    for _ in 0..800 {
        let query = oracle.query();
        let has_results = check(&oracle, &index, &query);
        hits += usize::from(has_results);
        near += usize::from(has_results && query.near.is_some());
    }
    assert!((200..780).contains(&hits), "{hits} searches had results");
    assert!(near > 10, "{near} searches near a town had results");
}

#[test]
fn search_after_random_changes_and_merges_equals_a_plain_loop() {
    let mut oracle = oracle(300);
    let mut writer = load(&oracle, 100);
    writer.limits = MergeLimits { min_segment: 8, max_garbage: 60 };
    let (mut merges, mut max_segments) = (0, 0);
    for round in 0..80 {
        let merge = writer.begin_merge();
        let changes: Vec<ListingChange> = (0..round % 37).map(|_| oracle.change()).collect();
        writer.apply(oracle.expected_changes(&changes)).unwrap();
        // Changes applied before the merge ends must not be lost.
        if let Some(merge) = merge {
            for _ in 0..4 {
                let query = oracle.query();
                check(&oracle, &writer.snapshot(), &query);
            }
            writer.finish_merge(merge.run().unwrap());
            merges += 1;
        }
        let index = writer.snapshot();
        max_segments = max_segments.max(index.segments.len());
        for _ in 0..5 {
            let query = oracle.query();
            check(&oracle, &index, &query);
        }
        check_places(&mut oracle, &index);
        assert_eq!(index.len(), oracle.expected_documents().len());
    }
    assert!(merges > 0 && max_segments > 2, "{merges} merges, {max_segments} segments");
}

#[test]
fn suggest_after_random_changes_equals_a_plain_loop() {
    let mut oracle = oracle(60);
    let mut writer = load(&oracle, 100);
    for _ in 0..200 {
        let change = oracle.change();
        writer.apply(oracle.expected_changes(&[change])).unwrap();
        check_places(&mut oracle, &writer.snapshot());
    }
}

#[test]
fn search_of_an_empty_index_equals_a_plain_loop() {
    let mut oracle = oracle(0);
    let index = load(&oracle, 1).snapshot();
    for _ in 0..50 {
        let query = oracle.query();
        check(&oracle, &index, &query);
    }
}

/// All listings in the default order.
pub(crate) fn all_listings(size: u32) -> SearchQuery {
    SearchQuery {
        words: Vec::new(),
        place: None,
        near: None,
        price: Bounds::default(),
        area: Bounds::default(),
        unit_types: Vec::new(),
        stay: None,
        amenities: Vec::new(),
        sort: Sort { by: SearchSortField::BasicRent, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size },
        facets: false,
        amenity_facets: false,
    }
}

#[test]
fn search_with_prefix_bitmaps_equals_a_plain_loop() {
    let oracle = oracle(4_000);
    let index = load(&oracle, 2_000).snapshot();
    assert!(index.segments[0].segment.terms.prefix_bitmaps("s").is_some(), "too few listings for prefix bitmaps");
    for keyword in ["s", "st", "str", "m", "mun", "p zimmr", "k str", "wohnungem s", "日", "w g", "ga parks"] {
        let words = search_words::of_keyword(keyword);
        for by in [SearchSortField::BasicRent, SearchSortField::Relevance] {
            for page in [0, 30] {
                let sort = Sort { by, direction: SortDirection::Ascending };
                let page = PageRequest { page, size: 20 };
                check(&oracle, &index, &SearchQuery { words: words.clone(), sort, page, ..all_listings(20) });
            }
        }
    }
}

#[test]
fn search_over_several_segments_returns_every_page_of_every_order() {
    let mut oracle = oracle(200);
    let mut writer = load(&oracle, 100);
    writer.limits = MergeLimits { min_segment: 0, max_garbage: 1_000 };
    for batch in [150, 20, 3] {
        let changes: Vec<ListingChange> = (0..batch).map(|_| oracle.change()).collect();
        writer.apply(oracle.expected_changes(&changes)).unwrap();
    }
    let index = writer.snapshot();
    assert!(index.segments.len() > 2, "{} segments", index.segments.len());
    for by in [
        SearchSortField::BasicRent,
        SearchSortField::TotalRent,
        SearchSortField::Area,
        SearchSortField::DateCreated,
        SearchSortField::LastModified,
        SearchSortField::Relevance,
        SearchSortField::Distance,
    ] {
        for direction in [SortDirection::Ascending, SortDirection::Descending] {
            for (keyword, radius) in [("", None), ("munchen", None), ("zimmer hell", None), ("", Some(50))] {
                let words = search_words::of_keyword(keyword);
                let near = radius.and_then(Radius::new).and_then(|radius| Near::new("München", radius));
                let query = SearchQuery { words, near, sort: Sort { by, direction }, ..all_listings(7) };
                let pages = oracle.expected_ids(&query).len() / 7 + 2;
                for page in (0..).take(pages) {
                    check(&oracle, &index, &SearchQuery { page: PageRequest { page, size: 7 }, ..query.clone() });
                }
            }
        }
    }
}

pub(crate) fn upsert(documents: &[SearchDocument]) -> SearchChanges {
    SearchChanges { upserted: documents.to_vec(), removed: Vec::new() }
}

pub(crate) fn delete(documents: &[SearchDocument]) -> SearchChanges {
    SearchChanges { upserted: Vec::new(), removed: documents.iter().map(|document| document.card.id).collect() }
}

pub(crate) fn check_random_queries(oracle: &mut SearchOracle, index: &Index) {
    check(oracle, index, &all_listings(1_000));
    for _ in 0..20 {
        let query = oracle.query();
        check(oracle, index, &query);
        check_places(oracle, index);
    }
}

#[test]
fn finish_merge_drops_listings_deleted_during_the_merge() {
    let mut oracle = oracle(60);
    let mut writer = load(&oracle, 100);
    writer.limits = MergeLimits { min_segment: 8, max_garbage: 0 };
    let documents = oracle.expected_documents();
    writer.apply(upsert(&documents[..9])).unwrap();
    let merge = writer.begin_merge().unwrap();
    // A listing that was replaced before the merge, and one that was not.
    let [replaced, last] = [&documents[..1], &documents[documents.len() - 1..]];
    for changing in [replaced, last] {
        for changes in [delete(changing), upsert(changing), upsert(changing), delete(changing)] {
            writer.apply(changes).unwrap();
        }
    }
    writer.apply(upsert(last)).unwrap();
    writer.finish_merge(merge.run().unwrap());
    let found = ids(&writer.snapshot().search(&all_listings(1_000)).cards);
    assert_eq!((writer.snapshot().len(), found.len()), (documents.len() - 1, documents.len() - 1));
    assert!(!found.contains(&documents[0].card.id), "the merge restored a deleted listing");
    writer.apply(upsert(replaced)).unwrap();
    check_random_queries(&mut oracle, &writer.snapshot());
}

#[test]
fn begin_merge_after_one_deletion_is_later_in_a_larger_index() {
    for (listings, is_due) in [(10, true), (300, false)] {
        let oracle = oracle(listings);
        let mut writer = load(&oracle, 100);
        let later = SystemTime::now() + Duration::from_secs(2);
        assert!(writer.begin_merge_at(later).is_none(), "nothing is deleted");
        writer.apply(delete(&oracle.expected_documents()[..1])).unwrap();
        assert_eq!(writer.begin_merge_at(later).is_some(), is_due, "{listings} listings");
    }
}

#[test]
fn merge_of_deleted_documents_leaves_an_empty_index_that_grows_again() {
    let mut oracle = oracle(60);
    let mut writer = load(&oracle, 100);
    writer.limits = MergeLimits { min_segment: 8, max_garbage: 0 };
    let documents = oracle.expected_documents();
    for _ in 0..2 {
        writer.apply(delete(&documents)).unwrap();
        let merge = writer.begin_merge().unwrap();
        writer.finish_merge(merge.run().unwrap());
        let index = writer.snapshot();
        assert_eq!((index.len(), index.segments.len()), (0, 1));
        assert_eq!(index.search(&SearchQuery { facets: true, ..all_listings(10) }).total, 0);
        writer.apply(upsert(&documents)).unwrap();
        check_random_queries(&mut oracle, &writer.snapshot());
    }
}

#[test]
fn merge_of_a_grown_index_trains_the_dictionary() {
    let mut writer = load(&oracle(0), 100);
    writer.limits = MergeLimits { min_segment: 8, max_garbage: 0 };
    let mut oracle = oracle(300);
    writer.apply(upsert(&oracle.expected_documents())).unwrap();
    let merge = writer.begin_merge().unwrap();
    // Leaves a segment that is compressed with the old dictionary.
    writer.apply(upsert(&oracle.expected_documents()[..20])).unwrap();
    writer.finish_merge(merge.run().unwrap());
    let index = writer.snapshot();
    let [retrained, old] = index.segments.as_slice() else { panic!("{} segments", index.segments.len()) };
    let bytes = |live: &LiveSegment| live.segment.cards.memory_bytes() / live.segment.len();
    assert!(bytes(retrained) < bytes(old), "{} bytes per card, {} before", bytes(retrained), bytes(old));
    check_random_queries(&mut oracle, &index);
}
