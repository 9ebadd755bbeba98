//! Mails about saved searches: which students are due, and what their mails tell.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use portal_domain::ids::{MailId, SavedSearchId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::money::Cents;
use portal_domain::saved_search::{Frequency, SavedSearch};
use portal_domain::user::{User, UserStatus};
use portal_services::ports::{MailFacts, Outbox, SavedSearchFeed, SavedSearchMatch};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, listing, student};
use crate::eventually::eventually;
use crate::saved_searches::{add_matches, insert, record, saved, with_listing};

const DAY: i64 = 24 * 3_600;
const GAP: i64 = 15 * 60;

const fn mail_id(n: u128) -> MailId {
    MailId(Uuid::from_u128(n))
}

async fn claim(context: &TestContext, seconds: i64) -> Vec<UserId> {
    let mut work = context.begin().await;
    let claimed = work.saved_search_matches().claim_recipients(after(seconds), 10).await.unwrap();
    work.commit().await.unwrap();
    claimed
}

/// Claims what is due and assigns it to mails with these ids; returns those with something to tell.
async fn assign(context: &TestContext, seconds: i64, mail: u128) -> Vec<MailId> {
    let mut work = context.begin().await;
    let students = work.saved_search_matches().claim_recipients(after(seconds), 10).await.unwrap();
    let mails: Vec<(UserId, MailId)> = students.into_iter().zip((mail..).map(mail_id)).collect();
    let assigned = work.saved_search_matches().assign_mails(&mails, after(seconds)).await.unwrap();
    work.commit().await.unwrap();
    if !assigned.idle_searches.is_empty() {
        clear_due(context, &assigned.idle_searches, seconds).await;
    }
    assigned.mails
}

async fn clear_due(context: &TestContext, searches: &[SavedSearchId], seconds: i64) {
    let mut work = context.begin().await;
    work.saved_search_matches().clear_due(searches, after(seconds)).await.unwrap();
    work.commit().await.unwrap();
}

async fn facts(context: &TestContext, student: UserId, mail: u128, purpose: MailPurpose) -> Option<MailFacts> {
    context.store.find_facts(&queued(student, mail, purpose)).await.unwrap()
}

fn queued(student: UserId, mail: u128, purpose: MailPurpose) -> Mail {
    Mail {
        id: mail_id(mail),
        recipient: Recipient::User(student),
        purpose,
        application: None,
        listing: None,
        deleted_listing: None,
        session: None,
        date_created: after(0),
    }
}

/// A student with a saved search that has found a listing.
async fn with_match(frequency: Frequency) -> (TestContext, UserId, SavedSearch, Listing) {
    let (context, student, listing) = with_listing().await;
    let search = saved(1, &student, frequency);
    insert(&context, &search).await;
    let as_of = context.store.position().await.unwrap();
    assert!(record(&context, &as_of, &search, &listing, 1).await);
    (context, student.id, search, listing)
}

#[tokio::test]
async fn claim_recipients_when_the_frequency_says() {
    for (frequency, early, due) in
        [(Frequency::Immediately, 0, 1), (Frequency::Daily, DAY - 1, DAY), (Frequency::Weekly, 7 * DAY - 1, 7 * DAY)]
    {
        let (context, student, ..) = with_match(frequency).await;
        assert_eq!(claim(&context, early).await, [], "{frequency}");
        assert_eq!(claim(&context, due).await, [student], "{frequency}");
    }
    let (context, ..) = with_match(Frequency::Never).await;
    assert_eq!(claim(&context, 1_000 * DAY).await, []);
}

#[tokio::test]
async fn assign_mails_tells_each_match_once_and_waits_fifteen_minutes() {
    let (context, student, search, _) = with_match(Frequency::Immediately).await;
    assert_eq!(assign(&context, 1, 70).await, [mail_id(70)]);
    assert_eq!(assign(&context, 2, 71).await, []);
    let as_of = context.store.position().await.unwrap();
    let second = listing(11, &landlord(1), ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&second)).await;
    assert!(record(&context, &as_of, &search, &second, 3).await);
    assert_eq!(assign(&context, 15 * 60, 72).await, [], "15 minutes after the mail at second 1");
    assert_eq!(assign(&context, 15 * 60 + 1, 73).await, [mail_id(73)]);
    for (mail, title) in [(70, "Zimmer 10"), (73, "Zimmer 11")] {
        let facts = facts(&context, student, mail, MailPurpose::SavedSearchResults).await.unwrap();
        let titles: Vec<_> = facts.searches[0].finds.iter().map(|find| find.title.as_str()).collect();
        assert_eq!(titles, [title]);
    }
    assert!(facts(&context, student, 71, MailPurpose::SavedSearchResults).await.is_none());
}

#[tokio::test]
async fn assign_mails_in_two_processes_tells_once() {
    let (context, _, _, _) = with_match(Frequency::Immediately).await;
    let (one, other) = tokio::join!(assign(&context, 1, 70), assign(&context, 1, 80));
    assert_eq!(one.len() + other.len(), 1, "{one:?} {other:?}");
}

#[tokio::test]
async fn claim_recipients_in_two_processes_claims_different_students() {
    let (context, one, _) = with_listing().await;
    let other = student(3);
    context.add_user(&other).await;
    for (n, student) in [(1_u8, &one), (2, &one), (3, &other)] {
        let search = saved(n.into(), student, Frequency::Immediately);
        insert(&context, &SavedSearch { next_mail_at: Some(after(n.into())), ..search }).await;
    }
    let (mut first, mut second) = (context.begin().await, context.begin().await);
    let claimed = first.saved_search_matches().claim_recipients(after(9), 2).await.unwrap();
    assert_eq!(claimed, [one.id], "once for both searches");
    assert_eq!(second.saved_search_matches().claim_recipients(after(9), 2).await.unwrap(), [other.id]);
}

/// Saves weekly searches of a student, about which a mail is due at this second.
async fn add_due_searches(context: &TestContext, numbers: RangeInclusive<u128>, student: &User, seconds: i64) {
    for n in numbers {
        let search = saved(n, student, Frequency::Weekly);
        insert(context, &SavedSearch { next_mail_at: Some(after(seconds)), ..search }).await;
    }
}

async fn count_due(context: &TestContext) -> i64 {
    context.query_value("SELECT count(*) FROM saved_search_matches WHERE due").await
}

/// How many finds a mail tells, with those that it only counts.
async fn count_told(context: &TestContext, student: UserId, mail: u128) -> u64 {
    let facts = facts(context, student, mail, MailPurpose::SavedSearchResults).await.unwrap();
    facts.searches.iter().map(|search| search.finds.len() as u64 + search.more).sum()
}

/// A digest of more matches than a transaction assigns.
#[tokio::test]
async fn assign_mails_of_very_many_matches_tells_the_rest_after_fifteen_minutes() {
    let (context, student, _) = with_listing().await;
    add_due_searches(&context, 1..=20, &student, 0).await;
    add_matches(&context, 599, true).await;
    assert_eq!(count_due(&context).await, 12_000);
    assert_eq!(assign(&context, 1, 70).await, [mail_id(70)]);
    assert_eq!((count_told(&context, student.id, 70).await, count_due(&context).await), (10_000, 2_000));
    assert_eq!(assign(&context, GAP, 71).await, []);
    assert_eq!(assign(&context, 1 + GAP, 72).await, [mail_id(72)]);
    assert_eq!((count_told(&context, student.id, 72).await, count_due(&context).await), (2_000, 0));
    assert_eq!(claim(&context, 7 * DAY).await, [], "the next digest is due a week after the first mail");
}

#[tokio::test]
async fn assign_mails_of_very_many_matches_leaves_other_students_to_the_next_transaction() {
    let (context, one, _) = with_listing().await;
    let other = student(3);
    context.add_user(&other).await;
    add_due_searches(&context, 1..=6, &one, 0).await;
    add_due_searches(&context, 7..=7, &other, 1).await;
    add_matches(&context, 899, true).await;
    assert_eq!(assign(&context, 1, 70).await, [mail_id(70)]);
    assert_eq!((count_told(&context, one.id, 70).await, count_due(&context).await), (5_400, 900));
    assert_eq!(assign(&context, 1, 80).await, [mail_id(80)]);
    assert_eq!((count_told(&context, other.id, 80).await, count_due(&context).await), (900, 0));
}

async fn next_mail(context: &TestContext, search: &SavedSearch) -> Option<DateTime<Utc>> {
    let mut work = context.begin().await;
    work.saved_searches().find_for_update(search.id).await.unwrap().unwrap().next_mail_at
}

/// Another searchable listing.
async fn publish(context: &TestContext, n: u128) -> Listing {
    let published = listing(n, &landlord(1), ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&published)).await;
    published
}

#[tokio::test]
async fn assign_mails_without_finds_since_the_last_mail_clears_the_time() {
    for (frequency, first, next) in [(Frequency::Immediately, 1, 1 + GAP), (Frequency::Daily, DAY, 2 * DAY)] {
        let (context, _, search, _) = with_match(frequency).await;
        assert_eq!(assign(&context, first, 70).await.len(), 1);
        assert_eq!(next_mail(&context, &search).await, Some(after(next)), "{frequency}");
        assert_eq!(assign(&context, next, 71).await, []);
        assert_eq!(next_mail(&context, &search).await, None, "{frequency}");
        let second = publish(&context, 11).await;
        let as_of = context.store.position().await.unwrap();
        assert!(record(&context, &as_of, &search, &second, next + 1).await);
        assert_eq!(next_mail(&context, &search).await, Some(after(next + 1)), "{frequency}");
    }
}

#[tokio::test]
async fn record_does_not_wait_for_mails_that_are_being_queued() {
    let (context, student, search, _) = with_match(Frequency::Immediately).await;
    let second = publish(&context, 11).await;
    let as_of = context.store.position().await.unwrap();
    let mut mailing = context.begin().await;
    assert_eq!(mailing.saved_search_matches().claim_recipients(after(1), 10).await.unwrap(), [student]);
    mailing.saved_search_matches().assign_mails(&[(student, mail_id(70))], after(1)).await.unwrap();
    assert!(record(&context, &as_of, &search, &second, 2).await);
    mailing.commit().await.unwrap();
    assert_eq!(assign(&context, GAP, 71).await, []);
    assert_eq!(assign(&context, GAP + 1, 72).await, [mail_id(72)]);
}

#[tokio::test]
async fn record_in_two_processes_of_a_search_with_a_time_does_not_wait() {
    let (context, _, search, _) = with_match(Frequency::Daily).await;
    let (second, third) = (publish(&context, 11).await, publish(&context, 12).await);
    let as_of = context.store.position().await.unwrap();
    let mut recording = context.begin().await;
    let found = [SavedSearchMatch { search: search.id, listing: second.id }];
    assert_eq!(recording.saved_search_matches().record(&found, &as_of, after(2)).await.unwrap(), 1);
    assert!(record(&context, &as_of, &search, &third, 3).await);
    recording.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM saved_search_matches WHERE due").await, 3);
}

/// If the time of a search were cleared while a match is being recorded, no mail would tell of the
/// match.
#[tokio::test]
async fn clear_due_waits_for_matches_that_are_being_recorded() {
    let (context, student, search, _) = with_match(Frequency::Immediately).await;
    assert_eq!(assign(&context, 1, 70).await.len(), 1);
    let second = publish(&context, 11).await;
    let as_of = context.store.position().await.unwrap();
    let mut recording = context.begin().await;
    let found = [SavedSearchMatch { search: search.id, listing: second.id }];
    assert_eq!(recording.saved_search_matches().record(&found, &as_of, after(2)).await.unwrap(), 1);
    let searches = [search.id];
    let clearing = clear_due(&context, &searches, 1 + GAP);
    let committing = async {
        context.wait_for_lock_wait().await;
        recording.commit().await.unwrap();
    };
    tokio::join!(clearing, committing);
    assert_eq!(claim(&context, 1 + GAP).await, [student]);
    assert_eq!(assign(&context, 1 + GAP, 71).await, [mail_id(71)]);
}

#[tokio::test]
async fn matches_recorded_beside_mails_are_told_once() {
    let (context, _, search, _) = with_match(Frequency::Immediately).await;
    let rooms: Vec<Listing> = (0..30).map(|n| listing(100 + n, &landlord(1), ListingStatus::Available)).collect();
    context.add_listings(&rooms).await;
    let as_of = context.store.position().await.unwrap();
    let recording = |rooms: Vec<Listing>| {
        let (context, as_of, search) = (&context, &as_of, &search);
        async move {
            for room in rooms {
                assert!(record(context, as_of, search, &room, 2).await);
            }
        }
    };
    let mailing = async {
        for n in 0..40_u32 {
            assign(&context, 1 + i64::from(n) * GAP, 1_000 + u128::from(n)).await;
        }
    };
    let (first, second) = rooms.split_at(15);
    tokio::join!(recording(first.to_vec()), recording(second.to_vec()), mailing);
    assign(&context, 100 * GAP, 2_000).await;
    let told = "SELECT count(*) FROM saved_search_matches WHERE NOT due AND mail_id IS NOT NULL";
    assert_eq!(context.query_value::<i64>(told).await, 31);
}

/// The mail is not queued if the process dies before the commit; the match is told by the next one.
#[tokio::test]
async fn assignment_of_a_dead_process_is_undone() {
    let (context, student, ..) = with_match(Frequency::Immediately).await;
    let mut work = context.begin().await;
    assert_eq!(work.saved_search_matches().claim_recipients(after(1), 10).await.unwrap(), [student]);
    let assigned = work.saved_search_matches().assign_mails(&[(student, mail_id(70))], after(1)).await.unwrap();
    assert_eq!(assigned.mails, [mail_id(70)]);
    drop(work);
    eventually(vec![student], async || claim(&context, 1).await).await;
    assert_eq!(assign(&context, 1, 71).await, [mail_id(71)]);
    assert!(facts(&context, student, 70, MailPurpose::SavedSearchResults).await.is_none());
}

#[tokio::test]
async fn inactive_student_is_not_due() {
    let (context, id, ..) = with_match(Frequency::Immediately).await;
    let mut user = student(2);
    assert_eq!(user.id, id);
    user.status = UserStatus::Inactive;
    context.save_user(&user).await;
    assert_eq!(claim(&context, 1).await, []);
    user.status = UserStatus::Active;
    context.save_user(&user).await;
    assert_eq!(claim(&context, 1).await, [id]);
}

#[tokio::test]
async fn cancel_mails_leaves_nothing_to_tell() {
    let (context, _, search, _) = with_match(Frequency::Immediately).await;
    let mut work = context.begin().await;
    work.saved_searches().cancel_mails(search.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(assign(&context, 1, 70).await, []);
}

#[tokio::test]
async fn cancel_mails_of_very_many_matches_cancels_all() {
    let (context, student, _) = with_listing().await;
    let search = saved(1, &student, Frequency::Daily);
    insert(&context, &search).await;
    context
        .run(&format!(
            "INSERT INTO saved_search_matches (search_id, listing_id, rent_cents, matched_at, due) \
             SELECT '{}', gen_random_uuid(), 0, '2026-01-01Z', true FROM generate_series(1, 12000)",
            search.id
        ))
        .await;
    let mut work = context.begin().await;
    work.saved_searches().cancel_mails(search.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(count_due(&context).await, 0);
}

#[tokio::test]
async fn find_facts_of_results_has_current_listings_of_searches_with_mails() {
    let (context, student, mut search, mut listing) = with_match(Frequency::Immediately).await;
    assert_eq!(assign(&context, 1, 70).await.len(), 1);
    let find = async || {
        let facts = facts(&context, student, 70, MailPurpose::SavedSearchResults).await?;
        Some(facts.searches[0].finds[0].clone())
    };
    let found = find().await.unwrap();
    assert_eq!((found.listing, found.total_rent, found.previous_rent), (listing.id, Cents::new(62_500), None));
    assert_eq!((found.city.as_str(), found.district.as_deref()), ("München", Some("Maxvorstadt")));
    assert_eq!(found.image.as_deref(), Some("/10-0.jpg"), "the first image");
    listing.facts.basic_rent = Cents::new(40_000);
    context.save_listing(&listing).await;
    assert_eq!(find().await.unwrap().total_rent, Cents::new(50_500));
    listing.status = ListingStatus::Rented;
    context.save_listing(&listing).await;
    assert_eq!(find().await, None, "it is rented");
    listing.status = ListingStatus::Available;
    context.save_listing(&listing).await;
    search.unsubscribe(after(5));
    let mut work = context.begin().await;
    work.saved_searches().save(&search).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(find().await, None, "the student has unsubscribed");
}

#[tokio::test]
async fn find_facts_of_results_counts_what_does_not_fit() {
    let (context, student, search, _) = with_match(Frequency::Immediately).await;
    let as_of = context.store.position().await.unwrap();
    for n in 0..101 {
        let room = listing(100 + n, &landlord(1), ListingStatus::Available);
        context.add_listings(std::slice::from_ref(&room)).await;
        assert!(record(&context, &as_of, &search, &room, 2).await);
    }
    assert_eq!(assign(&context, 2, 70).await.len(), 1);
    let facts = facts(&context, student, 70, MailPurpose::SavedSearchResults).await.unwrap();
    assert_eq!((facts.searches[0].finds.len(), facts.searches[0].more), (100, 2));
}

#[tokio::test]
async fn find_facts_of_unused_searches_names_those_that_are_not_used_since() {
    let (context, student, mut search, _) = with_match(Frequency::Daily).await;
    context
        .run(
            "INSERT INTO saved_searches SELECT (jsonb_populate_record(s, jsonb_build_object(
            'id', '00000000-0000-0000-0000-0000000000ff', 'name', 'Told before', 'told_at', s.date_created - interval '1 hour'))).*
            FROM saved_searches s",
        )
        .await;
    let mut work = context.begin().await;
    assert_eq!(work.saved_searches().claim_unused(after(1), after(2), 10).await.unwrap(), [student]);
    work.commit().await.unwrap();
    let mail = Mail { date_created: after(2), ..queued(student, 70, MailPurpose::SavedSearchesUnused) };
    let found = context.store.find_facts(&mail).await.unwrap().unwrap();
    assert_eq!(found.searches.iter().map(|search| search.name.as_str()).collect::<Vec<_>>(), ["Zimmer in München"]);
    search.mark_seen(after(3));
    let mut work = context.begin().await;
    work.saved_searches().save(&search).await.unwrap();
    work.commit().await.unwrap();
    assert!(context.store.find_facts(&mail).await.unwrap().is_none());
}
