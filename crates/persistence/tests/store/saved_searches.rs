//! Saved searches: what they keep, what is known when they are saved, and their retention.

use portal_domain::ids::SavedSearchId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::money::Cents;
use portal_domain::saved_search::{Frequency, SavedSearch};
use portal_domain::search_filters::{Bounds, SearchFilters};
use portal_domain::user::User;
use portal_services::ports::{
    SavedSearchFeed, SavedSearchMatch, SavedSearchPosition, SavedSearchQueries, SearchQuery, SearchSortField,
};
use portal_services::testing::samples;
use uuid::Uuid;

use crate::context::{TestContext, after, ascending, landlord, listing, now, page, student};
use crate::explain::{self, plans};
use crate::statements;

pub(crate) const fn search_id(n: u128) -> SavedSearchId {
    SavedSearchId(Uuid::from_u128(n))
}

/// A saved search without conditions.
pub(crate) fn saved(n: u128, student: &User, frequency: Frequency) -> SavedSearch {
    let mut search = samples::saved_search();
    (search.id, search.student_id) = (search_id(n), student.id);
    (search.filters, search.frequency) = (SearchFilters::default(), frequency);
    search.date_created = after(i64::try_from(n).unwrap());
    (search.collects_since, search.seen_at, search.used_at) = (now(), now(), now());
    search
}

/// A student and an available listing of a landlord.
pub(crate) async fn with_listing() -> (TestContext, User, Listing) {
    let context = TestContext::new().await;
    let (owner, student) = (landlord(1), student(2));
    context.add_user(&owner).await;
    context.add_user(&student).await;
    let listing = listing(10, &owner, ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&listing)).await;
    (context, student, listing)
}

pub(crate) async fn insert(context: &TestContext, search: &SavedSearch) {
    let mut work = context.begin().await;
    work.saved_searches().insert(search).await.unwrap();
    work.commit().await.unwrap();
}

async fn save(context: &TestContext, search: &SavedSearch) {
    let mut work = context.begin().await;
    work.saved_searches().save(search).await.unwrap();
    work.commit().await.unwrap();
}

/// Records that the search finds the listing, and returns whether that is new.
pub(crate) async fn record(
    context: &TestContext,
    as_of: &SavedSearchPosition,
    search: &SavedSearch,
    listing: &Listing,
    seconds: i64,
) -> bool {
    let found = [SavedSearchMatch { search: search.id, listing: listing.id }];
    let mut work = context.begin().await;
    let recorded = work.saved_search_matches().record(&found, as_of, after(seconds)).await.unwrap();
    work.commit().await.unwrap();
    recorded == 1
}

/// Adds searchable listings. At second 1, all saved searches find them and those that were there.
pub(crate) async fn add_matches(context: &TestContext, listings: u32, due: bool) {
    context
        .run(&format!(
            "INSERT INTO listings SELECT
                 md5(n::text)::uuid, '00000000-0000-0000-0000-000000000001', 'AVAILABLE', true, 'Zimmer', 'ROOM',
                 'Ringstraße', '1', '80331', 'München', NULL, 'Bayern', 100, 100, 1, 1, 1, '{{}}', '', '', '',
                 20000, 0, 0, '[]', 20000, 'zimmer:1A', now(), now()
             FROM generate_series(1, {listings}) AS n;
             INSERT INTO saved_search_matches (search_id, listing_id, rent_cents, matched_at, due)
             SELECT saved_searches.id, listings.id, total_rent_cents, '{}', {due} FROM saved_searches, listings",
            after(1).to_rfc3339()
        ))
        .await;
}

fn query(filters: &SearchFilters) -> SearchQuery {
    SearchQuery::new(filters, now().date_naive(), ascending(SearchSortField::BasicRent), page(0, 1))
}

async fn new_count(context: &TestContext, search: &SavedSearch) -> u64 {
    context.begin().await.saved_searches().count_new(search.id).await.unwrap()
}

#[tokio::test]
async fn saved_searches_are_saved_listed_and_deleted() {
    let (context, one, _) = with_listing().await;
    let other = student(3);
    context.add_user(&other).await;
    let first = SavedSearch {
        filters: samples::saved_search_values().filters,
        next_mail_at: Some(after(60)),
        told_at: Some(after(61)),
        ..saved(1, &one, Frequency::Weekly)
    };
    let second = saved(2, &one, Frequency::Never);
    for search in [&first, &second, &saved(3, &other, Frequency::Daily)] {
        insert(&context, search).await;
    }
    let mut work = context.begin().await;
    assert_eq!(work.saved_searches().count_of(one.id).await.unwrap(), 2);
    assert_eq!(work.saved_searches().find_for_update(first.id).await.unwrap(), Some(first.clone()));
    assert_eq!(work.saved_searches().find_for_update(search_id(9)).await.unwrap(), None);
    let all = work.saved_searches().list_of_for_update(one.id).await.unwrap();
    assert_eq!(all, [first.clone(), second.clone()]);
    drop(work);
    let changed = SavedSearch { name: "WG".to_owned(), next_mail_at: None, told_at: None, ..first };
    save(&context, &changed).await;
    let listed = context.store.list_saved_searches(one.id).await.unwrap();
    assert_eq!(listed.iter().map(|details| &details.search).collect::<Vec<_>>(), [&second, &changed]);

    let mut work = context.begin().await;
    work.saved_searches().delete(second.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.store.list_saved_searches(one.id).await.unwrap().len(), 1);
    let mut work = context.begin().await;
    work.saved_searches().delete_of(one.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_searches").await, 1);
}

#[tokio::test]
async fn reset_matches_knows_what_is_found_and_forgets_the_rest() {
    let (context, student, listing) = with_listing().await;
    let search = saved(1, &student, Frequency::Never);
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    let mut work = context.begin().await;
    work.saved_searches().reset_matches(search.id, &query(&search.filters), now()).await.unwrap();
    work.commit().await.unwrap();
    assert!(!record(&context, &as_of, &search, &listing, 1).await, "it is known");
    assert_eq!(new_count(&context, &search).await, 0);

    // It does not find the listing any more, and then it does again.
    let price = Bounds { min: None, max: Some(Cents::new(1)) };
    let dear = SearchFilters { price, ..SearchFilters::default() };
    let mut work = context.begin().await;
    work.saved_searches().reset_matches(search.id, &query(&dear), after(2)).await.unwrap();
    work.commit().await.unwrap();
    assert!(record(&context, &as_of, &search, &listing, 3).await, "it is forgotten");
    assert_eq!(new_count(&context, &search).await, 1);
}

#[tokio::test]
async fn search_that_finds_very_many_listings_knows_those_created_before() {
    let (context, student, mut listing) = with_listing().await;
    let search = saved(1, &student, Frequency::Daily);
    insert(&context, &search).await;
    context.run("UPDATE saved_searches SET known_until = '2026-11-20 12:00Z'").await;
    let as_of = context.store.position().await.unwrap();
    assert!(!record(&context, &as_of, &search, &listing, 1).await, "created an hour before");
    listing.id.0 = Uuid::from_u128(11);
    listing.images.clear();
    listing.date_created = after(1);
    context.add_listings(std::slice::from_ref(&listing)).await;
    assert!(record(&context, &as_of, &search, &listing, 2).await);
}

#[tokio::test]
async fn count_new_counts_searchable_listings_since_the_search_was_seen() {
    let (context, student, mut listing) = with_listing().await;
    let mut search = saved(1, &student, Frequency::Never);
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    assert!(record(&context, &as_of, &search, &listing, 5).await);
    assert_eq!(new_count(&context, &search).await, 1);
    let listed = context.store.list_saved_searches(student.id).await.unwrap();
    assert_eq!(listed[0].new_count, 1);
    for (status, expected) in [(ListingStatus::Rented, 0), (ListingStatus::Available, 1)] {
        listing.status = status;
        context.save_listing(&listing).await;
        assert_eq!(new_count(&context, &search).await, expected, "{status}");
    }
    search.mark_seen(after(5));
    save(&context, &search).await;
    assert_eq!(new_count(&context, &search).await, 0);
}

#[tokio::test]
async fn count_new_ends_at_one_thousand() {
    let (context, student, _) = with_listing().await;
    let search = saved(1, &student, Frequency::Never);
    insert(&context, &search).await;
    add_matches(&context, 1_000, false).await;
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_matches").await, 1_001);
    assert_eq!(new_count(&context, &search).await, 1_000);
    assert_eq!(context.store.list_saved_searches(student.id).await.unwrap()[0].new_count, 1_000);
}

/// The matches need no listings, because nothing reads these.
#[tokio::test]
async fn reset_matches_and_delete_of_delete_very_many_matches_in_portions() {
    statements::record();
    let (context, student, _) = with_listing().await;
    let search = saved(1, &student, Frequency::Never);
    insert(&context, &search).await;
    insert(&context, &saved(2, &student, Frequency::Never)).await;
    let found = format!(
        "INSERT INTO saved_search_matches (search_id, listing_id, rent_cents, matched_at, due) \
         SELECT '{}', gen_random_uuid(), 0, '2026-01-01Z', false FROM generate_series(1, 25000)",
        search.id
    );
    let portions = || {
        let sent = explain::take_sent();
        sent.iter().filter(|sent| sent.starts_with("DELETE FROM saved_search_matches")).count()
    };
    let left = async || context.query_value::<i64>("SELECT count(*) FROM saved_search_matches").await;

    context.run(&found).await;
    let mut work = context.begin().await;
    work.saved_searches().reset_matches(search.id, &query(&search.filters), now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!((portions(), left().await), (3, 1), "the listing is known");

    context.run(&found).await;
    let mut work = context.begin().await;
    work.saved_searches().delete_of(student.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!((portions(), left().await), (4, 0), "one of the search without matches");
}

#[tokio::test]
async fn unused_searches_are_claimed_once_and_deleted_after_the_notice() {
    let (context, one, _) = with_listing().await;
    let other = student(3);
    context.add_user(&other).await;
    for search in [saved(1, &one, Frequency::Daily), saved(2, &one, Frequency::Never)] {
        insert(&context, &search).await;
    }
    let used = SavedSearch { used_at: after(10), ..saved(3, &other, Frequency::Daily) };
    insert(&context, &used).await;
    let claim = async |unused_since, at| {
        let mut work = context.begin().await;
        let claimed = work.saved_searches().claim_unused(after(unused_since), after(at), 10).await.unwrap();
        work.commit().await.unwrap();
        claimed
    };
    let delete = async |before| {
        let mut work = context.begin().await;
        let deleted = work.saved_searches().delete_unused(after(before), 10).await.unwrap();
        work.commit().await.unwrap();
        deleted
    };
    assert_eq!(claim(-1, 100).await, []);
    assert_eq!(claim(0, 100).await, [one.id], "one mail for both");
    assert_eq!(claim(0, 101).await, []);
    save(&context, &SavedSearch { used_at: after(150), ..saved(2, &one, Frequency::Never) }).await;
    assert_eq!(claim(10, 200).await, [other.id]);
    assert_eq!([delete(99).await, delete(100).await, delete(100).await], [0, 1, 0]);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_searches").await, 2);
}

#[tokio::test]
async fn claim_unused_leaves_out_deactivated_students() {
    let (context, one, _) = with_listing().await;
    insert(&context, &saved(1, &one, Frequency::Daily)).await;
    for (status, expected) in [("INACTIVE", vec![]), ("ACTIVE", vec![one.id])] {
        context.run(&format!("UPDATE users SET status = '{status}' WHERE id = '{}'", one.id)).await;
        let mut work = context.begin().await;
        assert_eq!(work.saved_searches().claim_unused(after(0), after(2), 10).await.unwrap(), expected, "{status}");
    }
}

/// A student who is being deleted holds up no other, not even if they come first.
#[tokio::test]
async fn claim_unused_skips_locked_students() {
    let (context, one, _) = with_listing().await;
    let other = student(3);
    context.add_user(&other).await;
    insert(&context, &saved(1, &one, Frequency::Daily)).await;
    insert(&context, &SavedSearch { used_at: after(1), ..saved(2, &other, Frequency::Daily) }).await;
    let mut holder = context.begin().await;
    holder.users().find_for_update(one.id).await.unwrap();
    let mut work = context.begin().await;
    assert_eq!(work.saved_searches().claim_unused(after(0), after(2), 10).await.unwrap(), []);
    assert_eq!(work.saved_searches().claim_unused(after(1), after(2), 1).await.unwrap(), [other.id]);
}

#[tokio::test]
async fn delete_unused_reads_only_a_portion_of_an_index() {
    statements::record();
    let (context, one, _) = with_listing().await;
    context
        .run(&format!(
            "INSERT INTO saved_searches (id, student_id, name, filters, frequency, collects_since, seen_at, used_at, \
                 told_at, date_created, last_modified) \
             SELECT md5(n::text)::uuid, '{}', 'Zimmer', '{{}}', 'NEVER', '2026-01-01Z', '2026-01-01Z', '2026-01-01Z', \
                 CASE WHEN n % 10 = 1 THEN timestamptz '2026-06-01Z' END, '2026-01-01Z', '2026-01-01Z' \
             FROM generate_series(1, 20000) AS n",
            one.id
        ))
        .await;
    context.vacuum("saved_searches").await;
    explain::take_sent();
    let mut work = context.begin().await;
    assert_eq!(work.saved_searches().delete_unused(now(), 100).await.unwrap(), 100);
    work.commit().await.unwrap();
    let sent = explain::take_sent();
    let select = sent.iter().find(|sent| sent.contains("told_at")).unwrap();
    let plan = plans(&context, select, &format!("'{}', 100", now().to_rfc3339())).await.remove(0);
    assert!(plan.contains("saved_searches_told_at_idx") && !plan.contains("Seq Scan on saved_searches"), "{plan}");
}
