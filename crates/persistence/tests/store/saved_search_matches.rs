//! The queue of unmatched listings, and what is recorded of their matches.

use std::collections::BTreeSet;

use chrono::TimeDelta;
use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::money::Cents;
use portal_domain::saved_search::{Frequency, has_rent_fallen};
use portal_services::ports::{
    ClaimedListings, SavedSearchFeed, SavedSearchMatch, SavedSearchQueries, SearchQuery, SearchSortField,
    UnmatchedListings,
};
use uuid::Uuid;

use crate::context::{TestContext, after, ascending, landlord, listing, now, page, student};
use crate::explain::{self, plans};
use crate::saved_searches::{insert, record, saved, with_listing};
use crate::statements;

const MINUTE: TimeDelta = TimeDelta::minutes(1);

async fn claim(context: &TestContext, lease: TimeDelta, limit: i64) -> ClaimedListings {
    UnmatchedListings::claim(&context.store, lease, limit).await.unwrap()
}

fn ids(claimed: &ClaimedListings) -> Vec<ListingId> {
    claimed.listings.iter().map(|listing| listing.id).collect()
}

async fn remove(context: &TestContext, claimed: &ClaimedListings) {
    let numbers = claimed.listings.iter().flat_map(|listing| &listing.numbers).chain(&claimed.other_numbers);
    let numbers: Vec<i64> = numbers.copied().collect();
    let mut work = context.begin().await;
    work.saved_search_matches().remove_from_queue(&numbers).await.unwrap();
    work.commit().await.unwrap();
}

/// Claims everything, also what was written before the test.
async fn empty_queue(context: &TestContext) {
    let claimed = claim(context, MINUTE, 1_000).await;
    remove(context, &claimed).await;
    assert!(claim(context, MINUTE, 1_000).await.is_empty());
}

#[tokio::test]
async fn queue_contains_published_changed_and_hidden_listings_and_no_drafts() {
    let (context, _, mut listing) = with_listing().await;
    assert_eq!(ids(&claim(&context, MINUTE, 100).await), [listing.id]);
    empty_queue(&context).await;
    let draft = Listing {
        id: ListingId(Uuid::from_u128(11)),
        images: Vec::new(),
        status: ListingStatus::Draft,
        ..listing.clone()
    };
    context.add_listings(std::slice::from_ref(&draft)).await;
    assert!(claim(&context, MINUTE, 100).await.is_empty());
    listing.facts.basic_rent = Cents::new(40_000);
    context.save_listing(&listing).await;
    listing.status = ListingStatus::Rented;
    context.save_listing(&listing).await;
    let claimed = claim(&context, MINUTE, 100).await;
    assert_eq!(ids(&claimed), [listing.id], "once");
    assert!(claimed.listings[0].numbers.len() >= 2, "{claimed:?}");
    assert_eq!(context.store.load(&[listing.id, draft.id]).await.unwrap(), [], "not searchable");
    listing.status = ListingStatus::Available;
    context.save_listing(&listing).await;
    let documents = context.store.load(&[listing.id, draft.id]).await.unwrap();
    assert_eq!(documents.iter().map(|document| document.card.id).collect::<Vec<_>>(), [listing.id]);
    assert_eq!(documents[0].card.facts.basic_rent, Cents::new(40_000));
}

#[tokio::test]
async fn claim_in_two_processes_takes_each_row_once() {
    let (context, _, _) = with_listing().await;
    empty_queue(&context).await;
    context
        .run("INSERT INTO unmatched_listings (listing_id) SELECT gen_random_uuid() FROM generate_series(1, 2000)")
        .await;
    let processes = (0..2).map(|_| {
        let store = context.store.clone();
        tokio::spawn(async move {
            let mut taken = Vec::new();
            loop {
                let claimed = UnmatchedListings::claim(&store, MINUTE, 100).await.unwrap();
                if claimed.is_empty() {
                    return taken;
                }
                assert!(claimed.listings.len() <= 100);
                taken.extend(ids(&claimed));
            }
        })
    });
    let mut taken = Vec::new();
    for process in processes.collect::<Vec<_>>() {
        taken.extend(process.await.unwrap());
    }
    assert_eq!((taken.len(), taken.iter().collect::<BTreeSet<_>>().len()), (2_000, 2_000));
}

/// A process dies between claim and finish: another one gets the listing after the lease.
#[tokio::test]
async fn claimed_listing_of_a_dead_process_is_claimed_again() {
    let (context, _, listing) = with_listing().await;
    assert_eq!(ids(&claim(&context, MINUTE, 100).await), [listing.id]);
    assert!(claim(&context, MINUTE, 100).await.is_empty(), "it is leased");
    let leased = "SELECT bool_and(due_at BETWEEN now() + interval '30 s' AND now() + interval '1 min') \
                  FROM unmatched_listings";
    assert!(context.query_value::<bool>(leased).await, "as long as claimed");
    context.run("UPDATE unmatched_listings SET due_at = now()").await;
    let again = claim(&context, MINUTE, 100).await;
    assert_eq!(ids(&again), [listing.id]);
    remove(&context, &again).await;
    let backlog = UnmatchedListings::backlog(&context.store).await.unwrap();
    assert_eq!((backlog.waiting, backlog.oldest), (0, TimeDelta::zero()));
}

/// A search that is saved is unknown to those who match what is published until its commit.
#[tokio::test]
async fn listing_published_while_a_search_is_saved_is_matched_again() {
    let (context, student, first) = with_listing().await;
    empty_queue(&context).await;
    let search = saved(1, &student, Frequency::Daily);
    let sort = ascending(SearchSortField::BasicRent);
    let query = SearchQuery::new(&search.filters, now().date_naive(), sort, page(0, 1));
    let mut saving = context.begin().await;
    saving.saved_searches().insert(&search).await.unwrap();
    saving.saved_searches().reset_matches(search.id, &query, now()).await.unwrap();
    let published = listing(11, &landlord(1), ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&published)).await;
    let claimed = claim(&context, MINUTE, 100).await;
    assert_eq!(ids(&claimed), [published.id]);
    remove(&context, &claimed).await;
    saving.commit().await.unwrap();
    let claimed = claim(&context, MINUTE, 100).await;
    assert_eq!(ids(&claimed), [published.id], "not what was known");
    assert_eq!((claimed.listings[0].numbers.len(), claimed.other_numbers.len()), (0, 1));
    let as_of = context.store.position().await.unwrap();
    assert!(record(&context, &as_of, &search, &published, 1).await);
    assert!(!record(&context, &as_of, &search, &first, 1).await);
}

#[tokio::test]
async fn record_of_a_known_match_changes_nothing() {
    let (context, student, listing) = with_listing().await;
    let search = saved(1, &student, Frequency::Immediately);
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    let mut work = context.begin().await;
    let found = SavedSearchMatch { search: search.id, listing: listing.id };
    let recorded = work.saved_search_matches().record(&[found, found], &as_of, after(1)).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(recorded, 1, "once in a statement");
    assert!(!record(&context, &as_of, &search, &listing, 2).await);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_matches").await, 1);
}

#[tokio::test]
async fn record_in_two_processes_is_new_once() {
    let (context, student, listing) = with_listing().await;
    let search = saved(1, &student, Frequency::Immediately);
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    let (one, other) =
        tokio::join!(record(&context, &as_of, &search, &listing, 1), record(&context, &as_of, &search, &listing, 2));
    assert!(one != other, "{one} {other}");
}

#[tokio::test]
async fn record_leaves_out_deleted_hidden_and_changed() {
    let (context, student, mut listing) = with_listing().await;
    let (search, deleted) = (saved(1, &student, Frequency::Daily), saved(2, &student, Frequency::Daily));
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    assert!(!record(&context, &as_of, &deleted, &listing, 1).await, "no such search");
    listing.status = ListingStatus::Archived;
    context.save_listing(&listing).await;
    assert!(!record(&context, &as_of, &search, &listing, 1).await, "not searchable");
    listing.status = ListingStatus::Available;
    context.save_listing(&listing).await;
    let gone = Listing { id: ListingId(Uuid::from_u128(99)), ..listing.clone() };
    assert!(!record(&context, &as_of, &search, &gone, 1).await, "no such listing");
    context.run("UPDATE saved_searches SET filters = '{\"keyword\": \"ruhig\"}'").await;
    assert!(!record(&context, &as_of, &search, &listing, 1).await, "changed since the matcher read it");
    let as_of = context.store.position().await.unwrap();
    assert!(record(&context, &as_of, &search, &listing, 1).await);
}

#[tokio::test]
async fn record_of_a_search_with_a_transaction_id_of_another_server_is_new() {
    let (context, student, listing) = with_listing().await;
    let search = saved(1, &student, Frequency::Daily);
    insert(&context, &search).await;
    context.run("UPDATE saved_search_changes SET transaction = '99999999999'::xid8").await;
    let as_of = context.store.position().await.unwrap();
    assert!(record(&context, &as_of, &search, &listing, 1).await);
}

#[tokio::test]
async fn claim_of_a_snapshot_ignores_transaction_ids_of_another_server() {
    let (context, _, _) = with_listing().await;
    empty_queue(&context).await;
    context.run("UPDATE listing_changes SET transaction = '99999999999'::xid8").await;
    context.run("INSERT INTO unmatched_listings (snapshot) VALUES (pg_current_snapshot()::text)").await;
    let claimed = claim(&context, MINUTE, 100).await;
    assert_eq!((ids(&claimed).len(), claimed.other_numbers.len()), (0, 1));
}

/// The SQL is the rule of the domain.
#[tokio::test]
async fn record_of_a_fallen_rent_is_new_again() {
    let (context, student, mut listing) = with_listing().await;
    let search = saved(1, &student, Frequency::Never);
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    assert!(record(&context, &as_of, &search, &listing, 1).await);
    let mut told = listing.facts.total_rent();
    assert_eq!(told, Cents::new(62_500));
    for (seconds, basic_rent) in [(2, 52_000), (3, 49_000), (4, 48_876), (5, 48_875), (6, 60_000), (7, 10_000)] {
        listing.facts.basic_rent = Cents::new(basic_rent);
        context.save_listing(&listing).await;
        let current = listing.facts.total_rent();
        let expected = has_rent_fallen(told, current);
        assert_eq!(record(&context, &as_of, &search, &listing, seconds).await, expected, "{told:?} {current:?}");
        if expected {
            told = current;
        }
    }
    assert_eq!(told, Cents::new(20_500));
    let previous: i64 = context.query_value("SELECT previous_rent_cents FROM saved_search_matches").await;
    assert_eq!(previous, 59_375);
}

#[tokio::test]
async fn matches_are_deleted_with_their_listing_and_their_search() {
    let (context, student, listing) = with_listing().await;
    let (first, second) = (saved(1, &student, Frequency::Daily), saved(2, &student, Frequency::Daily));
    insert(&context, &first).await;
    insert(&context, &second).await;
    let as_of = context.store.position().await.unwrap();
    assert!(
        record(&context, &as_of, &first, &listing, 1).await && record(&context, &as_of, &second, &listing, 1).await
    );
    let mut work = context.begin().await;
    work.saved_searches().delete(first.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_matches").await, 1);
    context.delete_listing(listing.id).await;
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_matches").await, 0);
    assert_eq!(context.store.list_saved_searches(student.id).await.unwrap().len(), 1);
}

/// A deletion of a listing and a record of its matches wait for each other in one order only.
#[tokio::test]
async fn record_beside_deletions_of_listings_never_deadlocks() {
    let (context, one, _) = with_listing().await;
    let other = student(3);
    context.add_user(&other).await;
    let searches = [saved(1, &one, Frequency::Daily), saved(2, &other, Frequency::Daily)];
    for search in &searches {
        insert(&context, search).await;
    }
    let as_of = context.store.position().await.unwrap();
    for round in 0..10_u128 {
        let rooms: Vec<Listing> =
            (0..6).map(|n| listing(100 + round * 10 + n, &landlord(1), ListingStatus::Available)).collect();
        context.add_listings(&rooms).await;
        let pairs =
            |room: &Listing| searches.each_ref().map(|search| SavedSearchMatch { search: search.id, listing: room.id });
        let found: Vec<SavedSearchMatch> = rooms.iter().rev().flat_map(pairs).collect();
        let recording = async {
            let mut work = context.begin().await;
            work.saved_search_matches().record(&found, &as_of, after(1)).await.unwrap();
            work.commit().await.unwrap();
        };
        let deleting = async {
            let mut work = context.begin().await;
            for room in &rooms {
                work.listings().delete(room.id).await.unwrap();
            }
            work.commit().await.unwrap();
        };
        tokio::join!(recording, deleting);
    }
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_matches").await, 0);
}

#[tokio::test]
async fn claim_reads_only_a_portion_of_an_index() {
    statements::record();
    let (context, _, _) = with_listing().await;
    context
        .run("INSERT INTO unmatched_listings (listing_id) SELECT gen_random_uuid() FROM generate_series(1, 20000)")
        .await;
    context.vacuum("unmatched_listings").await;
    explain::take_sent();
    assert!(claim(&context, MINUTE, 100).await.is_full);
    let sent = explain::take_sent();
    let update = sent.iter().find(|sent| sent.trim_start().starts_with("UPDATE")).unwrap();
    let plan = plans(&context, update, "interval '1 minute', 100").await.remove(0);
    assert!(
        plan.contains("unmatched_listings_due_at_idx") && !plan.contains("Seq Scan on unmatched_listings"),
        "{plan}"
    );
}
