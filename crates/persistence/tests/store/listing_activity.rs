//! What happens to listings: views of each day, open applications, and the pruning of past days.

use chrono::NaiveDate;
use portal_domain::application::ApplicationState;
use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_persistence::PgViewRecorder;
use portal_services::ports::{ListingActivity, ListingQueries, ListingView, Pruner};
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, student};
use crate::explain::{self, plans};
use crate::large_dataset;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

async fn with_listings() -> (TestContext, [Listing; 2]) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let listings = [10, 11].map(|n| listing(n, &owner, ListingStatus::Available));
    context.add_listings(&listings).await;
    (context, listings)
}

#[tokio::test]
async fn write_adds_views_to_their_days() {
    let (context, [one, other]) = with_listings().await;
    let (_, mut writer) = PgViewRecorder::new(context.database.pool());
    let view = |listing: &Listing, visitor: u8, on: &str| ListingView {
        listing: listing.id,
        address: format!("192.0.2.{visitor}"),
        user_agent: "Browser".to_owned(),
        day: day(on),
    };
    let (yesterday, today) = ("2026-11-19", "2026-11-20");
    let batch = [view(&one, 1, yesterday), view(&one, 1, today), view(&one, 2, today), view(&other, 1, today)];
    writer.write(&batch).await.unwrap();
    writer.write(&[view(&one, 2, today), view(&one, 3, today)]).await.unwrap();
    let days = "SELECT string_agg(to_char(day, 'DD') || ':' || views, ' ' ORDER BY listing_id, day) \
                FROM listing_view_days";
    assert_eq!(context.query_value::<String>(days).await, "19:1 20:3 20:1");
}

#[tokio::test]
async fn count_activity_sums_recent_days_and_applications_that_wait_for_landlord() {
    let (context, [one, other]) = with_listings().await;
    let states = [
        ApplicationState::AwaitingAdministrator,
        ApplicationState::RejectedByAdministrator { at: after(1) },
        ApplicationState::AwaitingLandlord { at: after(2) },
        ApplicationState::AwaitingLandlord { at: after(3) },
        ApplicationState::Approved { administrator_approved_at: after(3), at: after(4) },
        ApplicationState::RejectedByLandlord { administrator_approved_at: after(5), at: after(6) },
    ];
    for (state, n) in states.into_iter().zip(100..) {
        let applicant = student(n);
        context.add_user(&applicant).await;
        context.add_application(&application(1_000 + n, &applicant, &one, state)).await;
    }
    context
        .run(&format!(
            "INSERT INTO listing_view_days VALUES ('{0}', '2026-10-21', 100), ('{0}', '2026-10-22', 5), \
             ('{0}', '2026-11-20', 2), ('{1}', '2026-11-20', 9)",
            one.id, other.id
        ))
        .await;
    let unknown = ListingId(Uuid::from_u128(99));
    let counts = context.store.count_activity(&[one.id, other.id, unknown], day("2026-10-22")).await.unwrap();
    assert_eq!(counts[&one.id], ListingActivity { recent_views: 7, open_applications: 2 });
    assert_eq!(counts[&other.id], ListingActivity { recent_views: 9, open_applications: 0 });
    assert_eq!(counts[&unknown], ListingActivity::default());
}

#[tokio::test]
async fn count_activity_of_page_is_one_statement_on_indexes() {
    let context = large_dataset::load().await;
    context
        .run(
            "INSERT INTO listing_view_days SELECT md5('listing' || n)::uuid, date '2026-11-20' - d, 1 \
             FROM generate_series(1, 10000) AS n, generate_series(0, 2) AS d",
        )
        .await;
    context.vacuum("listing_view_days").await;
    let mut ids = Vec::new();
    for n in 51..=100 {
        let id: String = context.query_value(&format!("SELECT md5('listing{n}')")).await;
        ids.push(ListingId(id.parse().unwrap()));
    }
    explain::take_sent();
    let counts = context.store.count_activity(&ids, day("2026-11-19")).await.unwrap();
    assert!(counts.len() == 50 && counts.values().all(|activity| activity.recent_views == 2), "{counts:?}");
    assert!(counts.values().any(|activity| activity.open_applications > 0), "{counts:?}");
    let [statement]: [String; 1] = explain::take_sent().try_into().unwrap();
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    // Such statements are never cached, so PostgreSQL makes no generic plan.
    let values = format!("'{{{}}}', '2026-11-19'", ids.join(","));
    let plan = plans(&context, &statement, &values).await.remove(0);
    assert!(plan.contains("listing_view_days_pkey") && plan.contains("applications_open_idx"), "{plan}");
    assert!(!plan.contains("Seq Scan"), "{plan}");
}

#[tokio::test]
async fn prune_view_days_deletes_past_days_in_portions() {
    let (context, [one, other]) = with_listings().await;
    context
        .run(&format!(
            "INSERT INTO listing_view_days SELECT '{0}', date '2026-10-20' - n, 1 FROM generate_series(1, 1500) AS n; \
             INSERT INTO listing_view_days VALUES ('{1}', '2026-10-20', 1), ('{1}', '2026-11-20', 1)",
            one.id, other.id
        ))
        .await;
    for pruned in [1_000, 500, 0] {
        assert_eq!(context.store.prune_view_days(day("2026-10-20"), 1_000).await.unwrap(), pruned);
    }
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM listing_view_days").await, 2);
}
