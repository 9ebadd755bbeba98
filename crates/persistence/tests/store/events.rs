//! Events.

use chrono::{DateTime, Utc};
use portal_domain::event::{Event, EventType, Report, ReportReason};
use portal_domain::ids::EventId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::User;
use portal_services::events::EventEntityView;
use portal_services::paging::SortDirection;
use portal_services::ports::{EventFilter, EventQueries, LockedRows};
use uuid::Uuid;

use crate::statements;
use crate::world::{World, after, landlord, listing, page, student};

const fn nth(n: u128) -> EventId {
    EventId(Uuid::from_u128(n))
}

fn all() -> EventFilter {
    EventFilter { keyword: None, acknowledged: None, direction: SortDirection::Descending, page: page(0, 10) }
}

/// A landlord whose listing was rented and reported, and a student who signed up.
struct Town {
    world: World,
    owner: User,
    newcomer: User,
    room: Listing,
}

impl Town {
    async fn new() -> Self {
        let world = World::new().await;
        let (owner, newcomer) = (landlord(1), student(2));
        for person in [&owner, &newcomer] {
            world.add_user(person).await;
        }
        let room = listing(10, &owner, ListingStatus::Rented);
        world.add_listings(std::slice::from_ref(&room)).await;
        let report = Report { reason: ReportReason::Fraud, text: Some("Will Geld vorab.".to_owned()) };
        let mut work = world.begin().await;
        for event in [
            Event::listing_rented(nth(21), room.id, after(1)),
            Event::student_registration_requested(nth(22), newcomer.id, after(2)),
            Event::listing_reported(nth(23), room.id, report, after(2)),
        ] {
            work.events().insert(&event).await.unwrap();
        }
        work.commit().await.unwrap();
        Self { world, owner, newcomer, room }
    }

    async fn listed(&self, filter: &EventFilter) -> Vec<u128> {
        let found = self.world.store.list_events(filter).await.unwrap();
        assert_eq!(found.total, found.rows.len() as u64);
        found.rows.iter().map(|event| event.id.0.as_u128()).collect()
    }

    async fn found(&self, keyword: &str) -> Vec<u128> {
        self.listed(&EventFilter { keyword: Some(keyword.to_owned()), ..all() }).await
    }

    async fn acknowledge(&self, id: EventId) -> bool {
        let mut work = self.world.begin().await;
        let marked = work.events().acknowledge(id).await.unwrap();
        work.commit().await.unwrap();
        marked
    }
}

#[tokio::test]
async fn an_event_tells_what_it_is_about() {
    statements::record();
    let Town { world, owner, newcomer, room } = Town::new().await;
    statements::sent();
    let filter = EventFilter { direction: SortDirection::Ascending, page: page(0, 3), ..all() };
    let found = world.store.list_events(&filter).await.unwrap();
    assert_eq!(statements::sent().len(), 4, "rows, total, people, listings");
    let [rented, requested, reported] = found.rows.try_into().unwrap();
    let Some(EventEntityView::Listing { id, title, landlord }) = rented.entity else { panic!("{rented:?}") };
    assert_eq!((id, title, landlord.id, landlord.last_name), (room.id, room.details.title, owner.id, owner.last_name));
    let Some(EventEntityView::Person(person)) = requested.entity else { panic!("{requested:?}") };
    assert_eq!((person.id, person.email.as_str()), (newcomer.id, newcomer.email.as_str()));
    assert_eq!((requested.report, reported.event_type), (None, EventType::ListingReported));
    let report = Report { reason: ReportReason::Fraud, text: Some("Will Geld vorab.".to_owned()) };
    assert_eq!(reported.report, Some(report));
}

#[tokio::test]
async fn events_are_in_the_order_in_which_they_happened_and_found_by_title_and_names() {
    let town = Town::new().await;
    assert_eq!(town.listed(&all()).await, [23, 22, 21]);
    assert_eq!(town.listed(&EventFilter { direction: SortDirection::Ascending, ..all() }).await, [21, 22, 23]);
    assert_eq!(town.found("zimmer 10").await, [23, 21]);
    assert_eq!(town.found("first 1 last").await, [23, 21], "their landlord");
    assert_eq!(town.found("LAST 2").await, [22]);
    assert_eq!(town.found("2 last first").await, [22]);
    assert_eq!(town.found("last 10 zimmer").await, [23, 21], "words of title and name together");
    for nobody in ["%", "person-2@portal.test", "Geld vorab"] {
        assert_eq!(town.found(nobody).await, [0; 0], "{nobody}");
    }
}

#[tokio::test]
async fn an_event_is_acknowledged_once() {
    let town = Town::new().await;
    assert!(town.acknowledge(nth(22)).await);
    assert!(!town.acknowledge(nth(22)).await);
    assert!(!town.acknowledge(nth(99)).await);
    assert_eq!(town.listed(&EventFilter { acknowledged: Some(true), ..all() }).await, [22]);
    assert_eq!(town.listed(&EventFilter { acknowledged: Some(false), ..all() }).await, [23, 21]);
    assert!(town.world.store.find_event(nth(22)).await.unwrap().unwrap().acknowledged);
    assert_eq!(town.world.store.find_event(nth(99)).await.unwrap(), None);
}

#[tokio::test]
async fn a_sign_up_is_acknowledged_by_its_user_and_no_other_event() {
    let town = Town::new().await;
    let mut work = town.world.begin().await;
    work.events().acknowledge_sign_up(town.owner.id).await.unwrap();
    work.events().acknowledge_sign_up(town.newcomer.id).await.unwrap();
    work.events().acknowledge_sign_up(town.newcomer.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(town.listed(&EventFilter { acknowledged: Some(true), ..all() }).await, [22]);
}

async fn acknowledge_until(town: &Town, until: DateTime<Utc>, limit: i64, locked: LockedRows) -> u64 {
    let mut work = town.world.begin().await;
    let marked = work.events().acknowledge_until(until, limit, locked).await.unwrap();
    work.commit().await.unwrap();
    marked
}

#[tokio::test]
async fn a_batch_acknowledges_the_oldest_open_events_up_to_a_moment() {
    let town = Town::new().await;
    for locked in [LockedRows::Skip, LockedRows::WaitFor] {
        town.world.run("UPDATE events SET acknowledged = false").await;
        assert_eq!(acknowledge_until(&town, after(0), 10, locked).await, 0, "none is as old");
        assert_eq!(acknowledge_until(&town, after(2), 2, locked).await, 2);
        assert_eq!(town.listed(&EventFilter { acknowledged: Some(false), ..all() }).await, [23]);
        assert_eq!(acknowledge_until(&town, after(2), 2, locked).await, 1);
        assert_eq!(acknowledge_until(&town, after(2), 2, locked).await, 0);
    }
}

#[tokio::test]
async fn a_batch_skips_locked_events_or_waits_for_them() {
    let town = Town::new().await;
    let mut other = town.world.begin().await;
    assert!(other.events().acknowledge(nth(22)).await.unwrap());
    assert_eq!(acknowledge_until(&town, after(9), 10, LockedRows::Skip).await, 2);
    let waiting = acknowledge_until(&town, after(9), 1, LockedRows::WaitFor);
    let rollback = async {
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        drop(other);
    };
    let (marked, ()) = tokio::join!(waiting, rollback);
    assert_eq!(marked, 1, "the other transaction did not acknowledge it after all");
}

#[tokio::test]
async fn an_event_stays_when_what_it_is_about_goes() {
    let town = Town::new().await;
    town.world.delete_listing(town.room.id).await;
    let left = town.world.store.find_event(nth(23)).await.unwrap().unwrap();
    assert!(left.entity.is_none() && left.report.unwrap().text.is_some(), "evidence does not go with the listing");
}

#[tokio::test]
async fn what_visitors_said_goes_with_the_landlord() {
    let town = Town::new().await;
    let mut work = town.world.begin().await;
    work.events().forget_reports_on(town.newcomer.id).await.unwrap();
    work.events().forget_reports_on(town.owner.id).await.unwrap();
    work.commit().await.unwrap();
    let left = town.world.store.find_event(nth(23)).await.unwrap().unwrap();
    assert_eq!(left.report, Some(Report { reason: ReportReason::Fraud, text: None }));
}
