use std::sync::Arc;

use mockall::Sequence;
use portal_domain::ids::SavedSearchId;
use portal_domain::listing::{Listing, ListingStatus};
use uuid::Uuid;

use super::*;
use crate::ports::{SavedSearchChange, SavedSearchMatcher, SavedSearchPart, WordList};
use crate::testing::samples::{listing, listing_summary};
use crate::testing::{MockPorts, MockUnitOfWork};

const fn room(n: u128) -> ListingId {
    ListingId(Uuid::from_u128(0x2000 + n))
}

const fn search(n: u128) -> SavedSearchId {
    SavedSearchId(Uuid::from_u128(0x3000 + n))
}

fn found(n: u128, of: u128) -> SavedSearchMatch {
    SavedSearchMatch { search: search(n), listing: room(of) }
}

fn claimed(n: u128, numbers: &[i64]) -> ClaimedListing {
    ClaimedListing { id: room(n), numbers: numbers.to_vec() }
}

fn document(n: u128) -> SearchDocument {
    let listing = Listing { id: room(n), ..listing(ListingStatus::Available) };
    SearchDocument { card: listing_summary(listing), words: WordList::default() }
}

fn position() -> SavedSearchPosition {
    SavedSearchPosition { snapshot: "1:1:".to_owned(), timeline: "1".to_owned(), read_at: MockPorts::now() }
}

/// Ports with these claimed listings, of which these are searchable, and so many saved searches.
fn ports(
    listings: Vec<ClaimedListing>,
    searchable: &'static [u128],
    searches: usize,
    works: impl IntoIterator<Item = MockUnitOfWork>,
) -> MockPorts {
    let mut order = Sequence::new();
    let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
    let claim = ports.unmatched_listings.expect_claim().once().in_sequence(&mut order);
    claim.return_once(move |_, _| Ok(ClaimedListings { listings, other_numbers: vec![99], is_full: true }));
    // Searches are read after the claim.
    let feed = &mut ports.saved_search_feed;
    feed.expect_position().once().in_sequence(&mut order).returning(|| Ok(position()));
    feed.expect_read_part().once().in_sequence(&mut order).returning(|_, _| Ok(SavedSearchPart::default()));
    ports.saved_search_matcher.expect_apply().returning(|_| ());
    ports.saved_search_matcher.expect_count().returning(move || searches);
    ports.saved_search_matcher.expect_cached_bytes().returning(|| 0);
    ports
        .unmatched_listings
        .expect_load()
        .times(0..=1)
        .returning(|_| Ok(searchable.iter().copied().map(document).collect()));
    ports
}

fn expecting_record(mut work: MockUnitOfWork, matches: Vec<SavedSearchMatch>) -> MockUnitOfWork {
    work.saved_search_matches
        .expect_record()
        .once()
        .withf(move |recorded, as_of, now| {
            (recorded, as_of, *now) == (matches.as_slice(), &position(), MockPorts::now())
        })
        .returning(|recorded, _, _| Ok(recorded.len() as u64));
    work
}

fn expecting_removal(mut work: MockUnitOfWork, numbers: &'static [i64]) -> MockUnitOfWork {
    let removed = work.saved_search_matches.expect_remove_from_queue().once();
    removed.withf(move |asked| asked == numbers).returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn match_listings_records_matches_and_removes_listings_in_one_transaction() {
    let work = expecting_record(MockUnitOfWork::committed(), vec![found(1, 1), found(2, 1), found(1, 3)]);
    let work = expecting_removal(work, &[10, 11, 12, 13, 99]);
    let listings = vec![claimed(1, &[10, 11]), claimed(2, &[12]), claimed(3, &[13])];
    let mut ports = ports(listings, &[1, 3], 2, [work]);
    let matches = ports.saved_search_matcher.expect_matches().times(2);
    matches.returning(|document, today| {
        assert_eq!(today, MockPorts::now().date_naive());
        if document.card.id == room(1) { vec![search(1), search(2)] } else { vec![search(1)] }
    });
    let stats = match_listings(&ports.build(), &KnownSearches::default()).await.unwrap();
    let expected = MatchStats { claimed: 3, matched: 3, searches: 2, has_more: true, ..MatchStats::default() };
    assert_eq!(stats, expected);
}

#[tokio::test]
async fn match_listings_without_saved_searches_only_removes_listings() {
    let work = expecting_removal(MockUnitOfWork::committed(), &[10, 12, 99]);
    let ports = ports(vec![claimed(1, &[10]), claimed(2, &[12])], &[], 0, [work]);
    let stats = match_listings(&ports.build(), &KnownSearches::default()).await.unwrap();
    assert_eq!((stats.claimed, stats.matched), (2, 0));
}

/// Fails with the first listing.
struct FailingMatcher;

impl SavedSearchMatcher for FailingMatcher {
    fn apply(&self, _: Vec<SavedSearchChange>) {}

    fn matches(&self, listing: &SearchDocument, _: NaiveDate) -> Vec<SavedSearchId> {
        assert_ne!(listing.card.id, room(1), "a panic");
        vec![search(1)]
    }

    fn cached_bytes(&self) -> usize {
        0
    }

    fn count(&self) -> usize {
        1
    }
}

#[tokio::test]
async fn match_listings_panic_of_the_matcher_leaves_out_one_listing() {
    let work = expecting_record(MockUnitOfWork::committed(), vec![found(1, 2)]);
    let work = expecting_removal(work, &[10, 12, 99]);
    let mut ports = ports(vec![claimed(1, &[10]), claimed(2, &[12])], &[1, 2], 1, [work]).build();
    ports.saved_search_matcher = Arc::new(FailingMatcher);
    let stats = match_listings(&ports, &KnownSearches::default()).await.unwrap();
    assert_eq!((stats.matched, stats.failed), (1, 1));
}

#[tokio::test]
async fn match_listings_finishes_early_after_many_matches() {
    let many = |of: u128| (0..5_000).map(|n| found(n, of)).collect::<Vec<_>>();
    let first = expecting_removal(expecting_record(MockUnitOfWork::committed(), many(1)), &[10]);
    let second = expecting_removal(expecting_record(MockUnitOfWork::committed(), many(2)), &[12]);
    let rest = expecting_removal(MockUnitOfWork::committed(), &[99]);
    let mut ports = ports(vec![claimed(1, &[10]), claimed(2, &[12])], &[1, 2], 5_000, [first, second, rest]);
    ports.saved_search_matcher.expect_matches().times(2).returning(|_, _| (0..5_000).map(search).collect());
    let stats = match_listings(&ports.build(), &KnownSearches::default()).await.unwrap();
    assert_eq!(stats.matched, 10_000);
}

#[tokio::test]
async fn match_listings_failed_record_removes_nothing() {
    let mut work = MockUnitOfWork::dropped();
    let failing = work.saved_search_matches.expect_record().once();
    failing.returning(|_, _, _| Err(StoreError::Unavailable("down".into())));
    let mut ports = ports(vec![claimed(1, &[10])], &[1], 1, [work]);
    ports.saved_search_matcher.expect_matches().once().returning(|_, _| vec![search(1)]);
    assert!(match_listings(&ports.build(), &KnownSearches::default()).await.is_err());
}

#[tokio::test]
async fn match_listings_without_listings_keeps_the_searches_up_to_date() {
    let mut ports = MockPorts::default();
    ports.unmatched_listings.expect_claim().times(2).returning(|_, _| Ok(ClaimedListings::default()));
    ports.saved_search_feed.expect_position().once().returning(|| Ok(position()));
    ports.saved_search_feed.expect_read_part().once().returning(|_, _| Ok(SavedSearchPart::default()));
    ports.saved_search_matcher.expect_apply().once().returning(|_| ());
    ports.saved_search_matcher.expect_count().returning(|| 4);
    ports.saved_search_matcher.expect_cached_bytes().returning(|| 500);
    let (ports, known) = (ports.build(), KnownSearches::default());
    for _ in 0..2 {
        let stats = match_listings(&ports, &known).await.unwrap();
        assert_eq!(stats, MatchStats { searches: 4, cached_bytes: 500, ..MatchStats::default() });
    }
}
