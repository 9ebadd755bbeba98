//! Statistics: totals, weekly counts and hours to decision.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::application::ApplicationState;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::registration::RegistrationState;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{
    ApplicationStats, GeneralStats, Hours, HoursToDecision, ListingStats, ListingsByStatus, Period, StatsQueries,
    UserStats, WeekCounts,
};

use crate::context::{TestContext, application, landlord, listing, now, student, user};
use crate::explain::{self, plans};
use crate::registrations::{add, registration};
use crate::{large_dataset, statements};

fn hours(hours: i64) -> DateTime<Utc> {
    now() + TimeDelta::hours(hours)
}

fn period(from: i64, until: i64) -> Period {
    Period { from: hours(from), until: hours(until) }
}

/// Students 100, 101, … with one application each, created in steps of an hour.
async fn add_applications(context: &TestContext, listing: &Listing, states: &[ApplicationState]) {
    for ((n, created), state) in (100..).zip(0..).zip(states) {
        context.add_user(&student(n)).await;
        let mut application = application(n, &student(n), listing, *state);
        application.date_created = hours(created);
        context.add_application(&application).await;
    }
}

#[tokio::test]
async fn count_all_counts_users_listings_and_applications_by_state() {
    use ListingStatus::{Archived, Available, Draft, Rented};

    let context = TestContext::new().await;
    for user in [
        landlord(1),
        User { status: UserStatus::Inactive, ..landlord(2) },
        User { status: UserStatus::New, ..landlord(3) },
        User { status: UserStatus::RegistrationPending, ..student(4) },
        User { status: UserStatus::New, ..student(5) },
        user(6, Role::Administrator),
    ] {
        context.add_user(&user).await;
    }
    let statuses = [Draft, Archived, Archived, Available, Available, Available, Rented];
    let listings: Vec<_> = (10..).zip(statuses).map(|(n, status)| listing(n, &landlord(1), status)).collect();
    context.add_listings(&listings).await;
    context.run("INSERT INTO listing_view_totals SELECT id, 7 FROM listings WHERE status = 'ARCHIVED'").await;
    let at = hours(30);
    let states = [
        ApplicationState::AwaitingAdministrator,
        ApplicationState::AwaitingLandlord { at },
        ApplicationState::RejectedByAdministrator { at },
        ApplicationState::Approved { administrator_approved_at: at, at },
        ApplicationState::RejectedByLandlord { administrator_approved_at: at, at },
        ApplicationState::AwaitingAdministrator,
    ];
    add_applications(&context, &listings[3], &states).await;
    statements::record();
    statements::take_sent();
    let found = context.store.count_all().await.unwrap();
    let by_status = ListingsByStatus { draft: 1, archived: 2, available: 3, rented: 1 };
    let expected = GeneralStats {
        users: UserStats { total: 10, active: 8, landlords: 2, students: 7 },
        listings: ListingStats { by_status, views: 14 },
        applications: ApplicationStats { approved: 1, pending: 3, rejected: 2 },
    };
    assert_eq!(found, expected);
    assert_eq!((found.listings.by_status.total(), found.applications.total()), (7, 6));
    assert_eq!(context.store.count_listings_by_status().await.unwrap(), by_status);
}

#[tokio::test]
async fn stats_of_empty_database_are_zero_or_none() {
    let context = TestContext::new().await;
    let found = context.store.count_all().await.unwrap();
    assert_eq!((found.users.total, found.listings.by_status.total(), found.listings.views), (0, 0, 0));
    let zero = WeekCounts { registrations: 0, listings: 0, applications: 0 };
    assert_eq!(context.store.count_new(&[period(0, 5), period(5, 9)]).await.unwrap(), [zero; 2]);
    assert_eq!(context.store.count_new(&[]).await.unwrap(), []);
    let undecided = HoursToDecision { administrator: None, landlord: None };
    assert_eq!(context.store.find_hours_to_decision(period(0, 99)).await.unwrap(), undecided);
}

#[tokio::test]
async fn count_new_counts_rows_in_their_period() {
    let context = TestContext::new().await;
    context.add_user(&landlord(1)).await;
    let mut listings = [0, 5, 9, 10].map(|hour| {
        let n = u128::try_from(hour).unwrap() + 10;
        Listing { date_created: hours(hour), ..listing(n, &landlord(1), ListingStatus::Draft) }
    });
    listings[2].status = ListingStatus::Archived;
    context.add_listings(&listings).await;
    add_applications(&context, &listings[0], &[ApplicationState::AwaitingAdministrator; 7]).await;
    for (n, hour) in [(50, -1), (51, 0), (52, 4)] {
        let mut registration = registration(n, &student(n), RegistrationState::Pending);
        registration.date_created = hours(hour);
        add(&context, &student(n), &registration, None).await;
    }
    let found = context.store.count_new(&[period(0, 5), period(5, 10), period(10, 11), period(-1, 0)]).await.unwrap();
    let counts = |registrations, listings, applications| WeekCounts { registrations, listings, applications };
    assert_eq!(found, [counts(2, 1, 5), counts(0, 2, 2), counts(0, 1, 0), counts(1, 0, 0)]);
}

#[tokio::test]
async fn find_hours_to_decision_measures_each_review_from_its_start() {
    let context = TestContext::new().await;
    context.add_user(&landlord(1)).await;
    let listing = listing(10, &landlord(1), ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&listing)).await;
    // The n-th application was sent at hour n.
    let states = [
        ApplicationState::RejectedByAdministrator { at: hours(2) },
        ApplicationState::AwaitingLandlord { at: hours(5) },
        ApplicationState::Approved { administrator_approved_at: hours(12), at: hours(20) },
        ApplicationState::RejectedByLandlord { administrator_approved_at: hours(103), at: hours(104) },
        ApplicationState::AwaitingAdministrator,
    ];
    add_applications(&context, &listing, &states).await;
    let find_hours = async |period| {
        let found = context.store.find_hours_to_decision(period).await.unwrap();
        let hundredths = |hours: Hours| [hours.median, hours.ninetieth_percentile].map(|hours| format!("{hours:.2}"));
        [found.administrator, found.landlord].map(|hours| hours.map(hundredths))
    };
    let hours = |median: &str, ninetieth: &str| Some([median.to_owned(), ninetieth.to_owned()]);
    // The administrator took 2, 4, 10 and 100 hours, the landlord 8 and 1.
    assert_eq!(find_hours(period(-1, 200)).await, [hours("7.00", "73.00"), hours("4.50", "7.30")]);
    // The period selects by time of decision, not of sending.
    assert_eq!(find_hours(period(100, 200)).await, [hours("100.00", "100.00"), hours("1.00", "1.00")]);
    assert_eq!(find_hours(period(2, 12)).await, [hours("3.00", "3.80"), None], "start inclusive, end exclusive");
}

/// The 26 weeks before `now()` of the large dataset.
fn weeks() -> Vec<Period> {
    (0..26).rev().map(|back| period(-168 * (back + 1), -168 * back)).collect()
}

#[tokio::test]
async fn stats_of_large_dataset_use_indexes() {
    let context = large_dataset::load().await;
    statements::take_sent();
    let found = context.store.count_all().await.unwrap();
    assert_eq!(context.store.count_listings_by_status().await.unwrap(), found.listings.by_status);
    assert_eq!((found.users.total, found.listings.by_status.total(), found.listings.views), (14_700, 10_000, 30_000));
    assert_eq!(found.applications.total(), 30_000);
    let all: [String; 2] = explain::take_sent().try_into().unwrap();
    for statement in &all {
        assert!(statement.contains("row_counts") && !statement.contains("count("), "{statement}");
    }
    assert_trends_scan_only_their_period(&context).await;
}

async fn assert_trends_scan_only_their_period(context: &TestContext) {
    let counts = context.store.count_new(&weeks()).await.unwrap();
    assert_eq!(counts[..25], [WeekCounts { registrations: 168, listings: 168, applications: 336 }; 25]);
    let half_year = period(-168 * 26, 0);
    let hours = context.store.find_hours_to_decision(half_year).await.unwrap();
    assert_eq!(hours.administrator, Some(Hours { median: 5.0, ninetieth_percentile: 5.0 }));
    assert_eq!(hours.landlord, Some(Hours { median: 20.0, ninetieth_percentile: 20.0 }));

    let [count_new, find_hours]: [String; 2] = explain::take_sent().try_into().unwrap();
    let list = |moment: fn(&Period) -> DateTime<Utc>| {
        let moments: Vec<_> = weeks().iter().map(|week| format!("'{}'", moment(week).to_rfc3339())).collect();
        format!("ARRAY[{}]::timestamptz[]", moments.join(", "))
    };
    let bounds = format!("{}, {}", list(|week| week.from), list(|week| week.until));
    let period = format!("'{}', '{}'", half_year.from.to_rfc3339(), half_year.until.to_rfc3339());
    for (statement, values) in [(count_new, bounds), (find_hours, period)] {
        for plan in plans(context, &statement, &values).await {
            assert!(plan.contains("Index Only Scan") && !plan.contains("Seq Scan"), "{plan}");
        }
    }
}
