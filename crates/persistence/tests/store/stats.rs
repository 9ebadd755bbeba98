//! Figures over everything.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::application::ApplicationState;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::registration::RegistrationState;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{Period, StatsQueries};
use portal_services::stats::{
    ApplicationStats, GeneralStats, Hours, HoursToDecision, ListingStats, ListingsByStatus, UserStats, WeekCounts,
};

use crate::crowd;
use crate::explain::{self, plans};
use crate::registrations::{add, registration};
use crate::statements;
use crate::world::{World, application, landlord, listing, now, student, user};

fn hours(hours: i64) -> DateTime<Utc> {
    now() + TimeDelta::hours(hours)
}

fn span(from: i64, until: i64) -> Period {
    Period { from: hours(from), until: hours(until) }
}

/// Students 100, 101, … with an application each, one hour after another.
async fn apply(world: &World, listing: &Listing, states: &[ApplicationState]) {
    for ((n, created), state) in (100..).zip(0..).zip(states) {
        world.add_user(&student(n)).await;
        let mut application = application(n, &student(n), listing, *state);
        application.date_created = hours(created);
        world.add_application(&application).await;
    }
}

#[tokio::test]
async fn everything_is_counted_by_what_it_is() {
    use ListingStatus::{Archived, Available, Draft, Rented};

    let world = World::new().await;
    for person in [
        landlord(1),
        User { status: UserStatus::Inactive, ..landlord(2) },
        User { status: UserStatus::New, ..landlord(3) },
        User { status: UserStatus::RegistrationPending, ..student(4) },
        User { status: UserStatus::New, ..student(5) },
        user(6, Role::Admin),
    ] {
        world.add_user(&person).await;
    }
    let statuses = [Draft, Archived, Archived, Available, Available, Available, Rented];
    let listings: Vec<_> = (10..).zip(statuses).map(|(n, status)| listing(n, &landlord(1), status)).collect();
    world.add_listings(&listings).await;
    world.run("INSERT INTO listing_view_totals SELECT id, 7 FROM listings WHERE status = 'ARCHIVED'").await;
    let at = hours(30);
    let states = [
        ApplicationState::Sent,
        ApplicationState::Forwarded { at },
        ApplicationState::Declined { at },
        ApplicationState::Approved { forwarded_at: at, at },
        ApplicationState::Rejected { forwarded_at: at, at },
        ApplicationState::Sent,
    ];
    apply(&world, &listings[3], &states).await;
    statements::record();
    statements::sent();
    let found = world.store.count_all().await.unwrap();
    let by_status = ListingsByStatus { draft: 1, archived: 2, available: 3, rented: 1 };
    let expected = GeneralStats {
        users: UserStats { total: 10, active: 8, landlords: 2, students: 7 },
        listings: ListingStats { by_status, views: 14 },
        applications: ApplicationStats { approved: 1, pending: 3, rejected: 2 },
    };
    assert_eq!(found, expected);
    assert_eq!((found.listings.by_status.total(), found.applications.total()), (7, 6));
    assert_eq!(world.store.count_listings_by_status().await.unwrap(), by_status);
}

#[tokio::test]
async fn an_empty_portal_has_figures_too() {
    let world = World::new().await;
    let found = world.store.count_all().await.unwrap();
    assert_eq!((found.users.total, found.listings.by_status.total(), found.listings.views), (0, 0, 0));
    let nothing = WeekCounts { registrations: 0, listings: 0, applications: 0 };
    assert_eq!(world.store.count_new(&[span(0, 5), span(5, 9)]).await.unwrap(), [nothing; 2]);
    assert_eq!(world.store.count_new(&[]).await.unwrap(), []);
    let undecided = HoursToDecision { administrator: None, landlord: None };
    assert_eq!(world.store.find_hours_to_decision(span(0, 99)).await.unwrap(), undecided);
}

#[tokio::test]
async fn what_is_new_is_counted_where_it_belongs() {
    let world = World::new().await;
    world.add_user(&landlord(1)).await;
    let mut listings = [0, 5, 9, 10].map(|hour| {
        let n = u128::try_from(hour).unwrap() + 10;
        Listing { date_created: hours(hour), ..listing(n, &landlord(1), ListingStatus::Draft) }
    });
    listings[2].status = ListingStatus::Archived;
    world.add_listings(&listings).await;
    apply(&world, &listings[0], &[ApplicationState::Sent; 7]).await;
    for (n, hour) in [(50, -1), (51, 0), (52, 4)] {
        let mut asked = registration(n, &student(n), RegistrationState::Pending);
        asked.date_created = hours(hour);
        add(&world, &student(n), &asked, None).await;
    }
    let found = world.store.count_new(&[span(0, 5), span(5, 10), span(10, 11), span(-1, 0)]).await.unwrap();
    let counts = |registrations, listings, applications| WeekCounts { registrations, listings, applications };
    assert_eq!(found, [counts(2, 1, 5), counts(0, 2, 2), counts(0, 1, 0), counts(1, 0, 0)]);
}

#[tokio::test]
async fn each_reviewers_time_begins_with_their_turn() {
    let world = World::new().await;
    world.add_user(&landlord(1)).await;
    let listing = listing(10, &landlord(1), ListingStatus::Available);
    world.add_listings(std::slice::from_ref(&listing)).await;
    // The application of line n was sent at hour n.
    let states = [
        ApplicationState::Declined { at: hours(2) },
        ApplicationState::Forwarded { at: hours(5) },
        ApplicationState::Approved { forwarded_at: hours(12), at: hours(20) },
        ApplicationState::Rejected { forwarded_at: hours(103), at: hours(104) },
        ApplicationState::Sent,
    ];
    apply(&world, &listing, &states).await;
    let took = async |period| {
        let found = world.store.find_hours_to_decision(period).await.unwrap();
        let hundredths = |hours: Hours| [hours.median, hours.ninetieth_percentile].map(|hours| format!("{hours:.2}"));
        [found.administrator, found.landlord].map(|hours| hours.map(hundredths))
    };
    let hours = |median: &str, ninetieth: &str| Some([median.to_owned(), ninetieth.to_owned()]);
    // The administrator took 2, 4, 10 and 100 hours, the landlord 8 and 1.
    assert_eq!(took(span(-1, 200)).await, [hours("7.00", "73.00"), hours("4.50", "7.30")]);
    // It counts when it was decided, not when it was sent.
    assert_eq!(took(span(100, 200)).await, [hours("100.00", "100.00"), hours("1.00", "1.00")]);
    assert_eq!(took(span(2, 12)).await, [hours("3.00", "3.80"), None], "from a moment on, before another");
}

/// Half a year of weeks before the crowd's present.
fn weeks() -> Vec<Period> {
    (0..26).rev().map(|back| span(-168 * (back + 1), -168 * back)).collect()
}

#[tokio::test]
async fn figures_of_many_rows_are_read_from_indexes() {
    let world = crowd::world().await;
    statements::sent();
    let found = world.store.count_all().await.unwrap();
    assert_eq!(world.store.count_listings_by_status().await.unwrap(), found.listings.by_status);
    assert_eq!((found.users.total, found.listings.by_status.total(), found.listings.views), (14_700, 10_000, 30_000));
    assert_eq!(found.applications.total(), 30_000);
    let all: [String; 2] = explain::sent().try_into().unwrap();
    for statement in &all {
        let plan = plans(&world, statement, "").await.remove(0);
        // People are narrow rows, all of which count; the others hold long texts.
        assert!(!plan.contains("Seq Scan on listings ") && !plan.contains("Seq Scan on applications "), "{plan}");
    }
    trends_read_no_more_than_their_half_year(&world).await;
}

async fn trends_read_no_more_than_their_half_year(world: &World) {
    let counts = world.store.count_new(&weeks()).await.unwrap();
    assert_eq!(counts[..25], [WeekCounts { registrations: 168, listings: 168, applications: 336 }; 25]);
    let half_year = span(-168 * 26, 0);
    let took = world.store.find_hours_to_decision(half_year).await.unwrap();
    assert_eq!(took.administrator, Some(Hours { median: 5.0, ninetieth_percentile: 5.0 }));
    assert_eq!(took.landlord, Some(Hours { median: 20.0, ninetieth_percentile: 20.0 }));

    let [counting, deciding]: [String; 2] = explain::sent().try_into().unwrap();
    let list = |moment: fn(&Period) -> DateTime<Utc>| {
        let moments: Vec<_> = weeks().iter().map(|week| format!("'{}'", moment(week).to_rfc3339())).collect();
        format!("ARRAY[{}]::timestamptz[]", moments.join(", "))
    };
    let bounds = format!("{}, {}", list(|week| week.from), list(|week| week.until));
    let period = format!("'{}', '{}'", half_year.from.to_rfc3339(), half_year.until.to_rfc3339());
    for (statement, values) in [(counting, bounds), (deciding, period)] {
        for plan in plans(world, &statement, &values).await {
            assert!(plan.contains("Index Only Scan") && !plan.contains("Seq Scan"), "{plan}");
        }
    }
}
