//! Events: lists, acknowledgement and report texts.

use chrono::{DateTime, Utc};
use portal_domain::event::{Event, EventKind, EventType, Report, ReportReason};
use portal_domain::ids::EventId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::User;
use portal_services::paging::SortDirection;
use portal_services::ports::{EventEntitySummary, EventListQuery, EventQueries, LockedRows};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, listing, page, student};
use crate::statements;

const fn nth(n: u128) -> EventId {
    EventId(Uuid::from_u128(n))
}

fn all() -> EventListQuery {
    EventListQuery { keyword: None, acknowledged: None, direction: SortDirection::Descending, page: page(0, 10) }
}

/// A landlord with a rented and reported listing, and a student with a registration event.
struct Fixture {
    context: TestContext,
    owner: User,
    student: User,
    listing: Listing,
}

impl Fixture {
    async fn new() -> Self {
        let context = TestContext::new().await;
        let (owner, student) = (landlord(1), student(2));
        for user in [&owner, &student] {
            context.add_user(user).await;
        }
        let listing = listing(10, &owner, ListingStatus::Rented);
        context.add_listings(std::slice::from_ref(&listing)).await;
        let report = Report { reason: ReportReason::Fraud, text: Some("Will Geld vorab.".to_owned()) };
        let mut work = context.begin().await;
        for event in [
            Event::new(nth(21), EventKind::ListingRented(listing.id), after(1)),
            Event::new(nth(22), EventKind::StudentRegistrationRequested(student.id), after(2)),
            Event::new(nth(23), EventKind::ListingReported(listing.id, report), after(2)),
        ] {
            work.events().insert(&event).await.unwrap();
        }
        work.commit().await.unwrap();
        Self { context, owner, student, listing }
    }

    async fn listed(&self, filter: &EventListQuery) -> Vec<u128> {
        let found = self.context.store.list_events(filter).await.unwrap();
        assert_eq!(found.total, found.rows.len() as u64);
        found.rows.iter().map(|event| event.id.0.as_u128()).collect()
    }

    async fn found(&self, keyword: &str) -> Vec<u128> {
        self.listed(&EventListQuery { keyword: Some(keyword.to_owned()), ..all() }).await
    }

    async fn acknowledge(&self, id: EventId) -> bool {
        let mut work = self.context.begin().await;
        let acknowledged = work.events().acknowledge(id).await.unwrap();
        work.commit().await.unwrap();
        acknowledged
    }
}

#[tokio::test]
async fn list_events_returns_listing_user_and_report() {
    statements::record();
    let Fixture { context, owner, student, listing } = Fixture::new().await;
    statements::take_sent();
    let filter = EventListQuery { direction: SortDirection::Ascending, page: page(0, 3), ..all() };
    let found = context.store.list_events(&filter).await.unwrap();
    assert_eq!(statements::take_sent().len(), 4, "rows, total, users, listings");
    let [rented, requested, reported] = found.rows.try_into().unwrap();
    let Some(EventEntitySummary::Listing { id, title, landlord, is_taken_down, last_modified }) = rented.entity else {
        panic!("{rented:?}")
    };
    assert_eq!((id, title, last_modified), (listing.id, listing.facts.title, listing.last_modified));
    assert_eq!((landlord.id, landlord.last_name, is_taken_down), (owner.id, owner.last_name, false));
    let Some(EventEntitySummary::User(user)) = requested.entity else { panic!("{requested:?}") };
    assert_eq!((user.id, user.email.as_str()), (student.id, student.email.as_str()));
    assert_eq!((requested.report, reported.event_type), (None, EventType::ListingReported.into()));
    let report = Report { reason: ReportReason::Fraud.into(), text: Some("Will Geld vorab.".to_owned()) };
    assert_eq!(reported.report, Some(report));
}

#[tokio::test]
async fn list_events_sorts_by_date_and_keyword_matches_titles_and_names() {
    let fixture = Fixture::new().await;
    assert_eq!(fixture.listed(&all()).await, [23, 22, 21]);
    assert_eq!(fixture.listed(&EventListQuery { direction: SortDirection::Ascending, ..all() }).await, [21, 22, 23]);
    assert_eq!(fixture.found("zimmer 10").await, [23, 21]);
    assert_eq!(fixture.found("first 1 last").await, [23, 21], "their landlord");
    assert_eq!(fixture.found("LAST 2").await, [22]);
    assert_eq!(fixture.found("2 last first").await, [22]);
    assert_eq!(fixture.found("last 10 zimmer").await, [23, 21], "words of title and name together");
    for keyword in ["%", "user-2@portal.test", "Geld vorab"] {
        assert_eq!(fixture.found(keyword).await, [0; 0], "{keyword}");
    }
}

#[tokio::test]
async fn acknowledge_second_time_returns_false() {
    let fixture = Fixture::new().await;
    assert!(fixture.acknowledge(nth(22)).await);
    assert!(!fixture.acknowledge(nth(22)).await);
    assert!(!fixture.acknowledge(nth(99)).await);
    assert_eq!(fixture.listed(&EventListQuery { acknowledged: Some(true), ..all() }).await, [22]);
    assert_eq!(fixture.listed(&EventListQuery { acknowledged: Some(false), ..all() }).await, [23, 21]);
    assert!(fixture.context.store.find_event(nth(22)).await.unwrap().unwrap().acknowledged);
    assert_eq!(fixture.context.store.find_event(nth(99)).await.unwrap(), None);
}

#[tokio::test]
async fn acknowledge_registration_affects_only_registration_events_of_user() {
    let fixture = Fixture::new().await;
    let mut work = fixture.context.begin().await;
    work.events().acknowledge_registration(fixture.owner.id).await.unwrap();
    work.events().acknowledge_registration(fixture.student.id).await.unwrap();
    work.events().acknowledge_registration(fixture.student.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(fixture.listed(&EventListQuery { acknowledged: Some(true), ..all() }).await, [22]);
}

async fn acknowledge_until(fixture: &Fixture, until: DateTime<Utc>, limit: i64, locked: LockedRows) -> u64 {
    let mut work = fixture.context.begin().await;
    let count = work.events().acknowledge_until(until, limit, locked).await.unwrap();
    work.commit().await.unwrap();
    count
}

#[tokio::test]
async fn acknowledge_until_acknowledges_oldest_open_events_up_to_limit() {
    let fixture = Fixture::new().await;
    for locked in [LockedRows::Skip, LockedRows::WaitFor] {
        fixture.context.run("UPDATE events SET acknowledged = false").await;
        assert_eq!(acknowledge_until(&fixture, after(0), 10, locked).await, 0, "none is as old");
        assert_eq!(acknowledge_until(&fixture, after(2), 2, locked).await, 2);
        assert_eq!(fixture.listed(&EventListQuery { acknowledged: Some(false), ..all() }).await, [23]);
        assert_eq!(acknowledge_until(&fixture, after(2), 2, locked).await, 1);
        assert_eq!(acknowledge_until(&fixture, after(2), 2, locked).await, 0);
    }
}

#[tokio::test]
async fn acknowledge_until_skips_or_waits_for_locked_events() {
    let fixture = Fixture::new().await;
    let mut other = fixture.context.begin().await;
    assert!(other.events().acknowledge(nth(22)).await.unwrap());
    assert_eq!(acknowledge_until(&fixture, after(9), 10, LockedRows::Skip).await, 2);
    let waiting = acknowledge_until(&fixture, after(9), 1, LockedRows::WaitFor);
    let rollback = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        drop(other);
    };
    let (count, ()) = tokio::join!(waiting, rollback);
    assert_eq!(count, 1, "the other transaction was rolled back");
}

#[tokio::test]
async fn delete_listing_keeps_event_and_report() {
    let fixture = Fixture::new().await;
    fixture.context.delete_listing(fixture.listing.id).await;
    let left = fixture.context.store.find_event(nth(23)).await.unwrap().unwrap();
    assert!(left.entity.is_none() && left.report.unwrap().text.is_some(), "a report is evidence");
}

#[tokio::test]
async fn keep_deleted_listing_shows_title_and_landlord_until_they_are_erased() {
    let fixture = Fixture::new().await;
    let (context, Listing { id, landlord_id, .. }) = (&fixture.context, fixture.listing.clone());
    let mut work = context.begin().await;
    work.events().keep_deleted_listing(id, "Zimmer 10", landlord_id).await.unwrap();
    work.listings().delete(id).await.unwrap();
    work.commit().await.unwrap();
    for n in [21, 23] {
        let left = context.store.find_event(nth(n)).await.unwrap().unwrap();
        let kept = left.deleted_listing.unwrap();
        assert_eq!((left.entity, &*kept.title, kept.landlord.id), (None, "Zimmer 10", landlord_id));
    }
    assert_eq!(context.store.find_event(nth(22)).await.unwrap().unwrap().deleted_listing, None);

    let mut work = context.begin().await;
    work.events().erase_reports_on(landlord_id).await.unwrap();
    work.commit().await.unwrap();
    let left = context.store.find_event(nth(21)).await.unwrap().unwrap();
    assert_eq!(left.deleted_listing, None);
    let titles = "SELECT count(*) FROM events WHERE deleted_listing_title IS NOT NULL";
    assert_eq!(context.query_value::<i64>(titles).await, 0);
}

#[tokio::test]
async fn erase_reports_on_landlord_clears_report_texts() {
    let fixture = Fixture::new().await;
    let mut work = fixture.context.begin().await;
    work.events().erase_reports_on(fixture.student.id).await.unwrap();
    work.events().erase_reports_on(fixture.owner.id).await.unwrap();
    work.commit().await.unwrap();
    let left = fixture.context.store.find_event(nth(23)).await.unwrap().unwrap();
    assert_eq!(left.report, Some(Report { reason: ReportReason::Fraud.into(), text: None }));
}

#[tokio::test]
async fn erase_reports_on_landlord_clears_report_of_deleted_listing() {
    let fixture = Fixture::new().await;
    fixture.context.delete_listing(fixture.listing.id).await;
    let mut work = fixture.context.begin().await;
    work.events().erase_reports_on(fixture.owner.id).await.unwrap();
    work.commit().await.unwrap();
    let left = fixture.context.store.find_event(nth(23)).await.unwrap().unwrap();
    assert_eq!(left.report, Some(Report { reason: ReportReason::Fraud.into(), text: None }));
}
