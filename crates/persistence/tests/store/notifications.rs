//! Counts of pending reviews and events.

use portal_domain::application::{ApplicationState, Decision};
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{EventId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::registration::{RegistrationState, RegistrationStatus};
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{
    AdministratorNotifications, ApplicationListQuery, ApplicationQueries, ApplicationScope, ApplicationSortField,
    NotificationQueries, RegistrationListQuery, RegistrationQueries, RegistrationSortField,
};
use uuid::Uuid;

use crate::context::{TestContext, after, application, descending, landlord, listing, now, page, student, user};
use crate::explain::{self, plans};
use crate::registrations::{add, registration};
use crate::{large_dataset, statements};

const STATES: [fn() -> ApplicationState; 5] = [
    || ApplicationState::AwaitingAdministrator,
    || ApplicationState::RejectedByAdministrator { at: after(1) },
    || ApplicationState::AwaitingLandlord { at: after(2) },
    || ApplicationState::Approved { administrator_approved_at: after(3), at: after(4) },
    || ApplicationState::RejectedByLandlord { administrator_approved_at: after(5), at: after(6) },
];

/// Registrations in every state, applications in every state to two landlords, open and
/// acknowledged events.
async fn with_mixed_data() -> TestContext {
    let context = TestContext::new().await;
    let registrations = [
        (Role::Landlord, RegistrationState::Pending),
        (Role::Student, RegistrationState::Pending),
        (Role::Student, RegistrationState::Pending),
        (Role::Landlord, RegistrationState::Approved { at: after(1) }),
        (Role::Student, RegistrationState::Rejected { at: after(2) }),
    ];
    for ((role, state), n) in registrations.into_iter().zip(50..) {
        let user = User { status: UserStatus::New, ..user(n, role) };
        add(&context, &user, &registration(n + 500, &user, state), None).await;
    }
    let owners = [landlord(1), landlord(2)];
    for owner in &owners {
        context.add_user(owner).await;
    }
    let listings = [listing(10, &owners[0], ListingStatus::Available), listing(20, &owners[1], ListingStatus::Rented)];
    context.add_listings(&listings).await;
    for (n, state) in (100..).zip(STATES.into_iter().cycle().take(13)) {
        context.add_user(&student(n)).await;
        context.add_application(&application(1_000 + n, &student(n), &listings[0], state())).await;
        if n % 3 == 0 {
            context.add_application(&application(2_000 + n, &student(n), &listings[1], state())).await;
        }
    }
    let mut work = context.begin().await;
    for n in 1..6 {
        let event = Event {
            acknowledged: n > 3,
            ..Event::new(EventId(Uuid::from_u128(n)), EventKind::ListingRented(listings[1].id), now())
        };
        work.events().insert(&event).await.unwrap();
    }
    work.commit().await.unwrap();
    context
}

async fn registrations(context: &TestContext, role: Role) -> u64 {
    let query = RegistrationListQuery {
        keyword: None,
        statuses: vec![RegistrationStatus::Pending],
        sort: descending(RegistrationSortField::LastModified),
        page: page(0, 1),
    };
    context.store.list_registrations(role, &query).await.unwrap().total
}

async fn applications(context: &TestContext, scope: ApplicationScope) -> u64 {
    let pending = vec![Decision::Pending];
    let (administrator_decisions, landlord_decisions) = match scope {
        ApplicationScope::Administrator => (pending, Vec::new()),
        _ => (Vec::new(), pending),
    };
    let query = ApplicationListQuery {
        keyword: None,
        badges: Vec::new(),
        administrator_decisions,
        landlord_decisions,
        listing: None,
        sort: descending(ApplicationSortField::LastModified),
        page: page(0, 1),
    };
    context.store.list_applications(scope, &query).await.unwrap().total
}

/// The totals of the lists that the counts belong to.
async fn totals(context: &TestContext) -> AdministratorNotifications {
    let events: i64 = context.query_value("SELECT count(*) FROM events WHERE NOT acknowledged").await;
    AdministratorNotifications {
        landlord_registrations: registrations(context, Role::Landlord).await,
        student_registrations: registrations(context, Role::Student).await,
        applications: applications(context, ApplicationScope::Administrator).await,
        events: events.try_into().unwrap(),
    }
}

#[tokio::test]
async fn notification_counts_equal_totals_of_lists() {
    let context = with_mixed_data().await;
    let counted = context.store.count_for_administrators().await.unwrap();
    assert_eq!(counted, totals(&context).await);
    let expected =
        AdministratorNotifications { landlord_registrations: 1, student_registrations: 2, applications: 4, events: 3 };
    assert_eq!(counted, expected);
    let mut of_landlords = Vec::new();
    for landlord in [1, 2, 3].map(|n| UserId(Uuid::from_u128(n))) {
        let counted = context.store.count_applications_for(landlord).await.unwrap();
        assert_eq!(counted, applications(&context, ApplicationScope::Landlord(landlord)).await);
        of_landlords.push(counted);
    }
    assert_eq!(of_landlords, [3, 1, 0]);
}

#[tokio::test]
async fn notification_counts_of_empty_database_are_zero() {
    let context = TestContext::new().await;
    let zero =
        AdministratorNotifications { landlord_registrations: 0, student_registrations: 0, applications: 0, events: 0 };
    assert_eq!(context.store.count_for_administrators().await.unwrap(), zero);
}

#[tokio::test]
async fn notification_counts_of_large_dataset_use_indexes() {
    let context = large_dataset::load().await;
    let landlord = large_dataset::popular_landlord(&context).await;
    statements::take_sent();
    let counted = context.store.count_for_administrators().await.unwrap();
    let of_landlord = context.store.count_applications_for(landlord).await.unwrap();
    let [administrators, landlords]: [String; 2] = explain::take_sent().try_into().unwrap();
    assert_eq!(counted, totals(&context).await);
    assert_eq!(of_landlord, applications(&context, ApplicationScope::Landlord(landlord)).await);
    assert!(counted.events >= 100 && counted.student_registrations >= 100 && of_landlord > 50);

    assert!(administrators.contains("FROM row_counts"), "{administrators}");
    let values = format!("'{landlord}', 'APPROVED', 'PENDING'");
    for plan in plans(&context, &landlords, &values).await {
        assert!(plan.contains("Index Only Scan") && plan.contains("Heap Fetches: 0"), "{plan}");
    }
}
