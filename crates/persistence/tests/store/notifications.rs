//! How much waits for whom.

use portal_domain::application::{ApplicationState, Decision};
use portal_domain::event::Event;
use portal_domain::ids::{EventId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::registration::{RegistrationState, RegistrationStatus};
use portal_domain::user::{Role, User, UserStatus};
use portal_services::notifications::AdministratorNotifications;
use portal_services::ports::{
    ApplicationFilter, ApplicationQueries, ApplicationScope, ApplicationSortField, NotificationQueries,
    RegistrationFilter, RegistrationQueries, RegistrationSortField,
};
use uuid::Uuid;

use crate::crowd;
use crate::explain::{self, plans, settled_plan};
use crate::registrations::{add, registration};
use crate::statements;
use crate::world::{World, after, application, descending, landlord, listing, now, page, student, user};

const STATES: [fn() -> ApplicationState; 5] = [
    || ApplicationState::Sent,
    || ApplicationState::Declined { at: after(1) },
    || ApplicationState::Forwarded { at: after(2) },
    || ApplicationState::Approved { forwarded_at: after(3), at: after(4) },
    || ApplicationState::Rejected { forwarded_at: after(5), at: after(6) },
];

/// People in every state of joining, applications in every state to two landlords, events of both kinds.
async fn mixed_world() -> World {
    let world = World::new().await;
    let requests = [
        (Role::Landlord, RegistrationState::Pending),
        (Role::Student, RegistrationState::Pending),
        (Role::Student, RegistrationState::Pending),
        (Role::Landlord, RegistrationState::Approved { at: after(1) }),
        (Role::Student, RegistrationState::Rejected { at: after(2) }),
    ];
    for ((role, state), n) in requests.into_iter().zip(50..) {
        let person = User { status: UserStatus::New, ..user(n, role) };
        add(&world, &person, &registration(n + 500, &person, state), None).await;
    }
    let owners = [landlord(1), landlord(2)];
    for owner in &owners {
        world.add_user(owner).await;
    }
    let listings = [listing(10, &owners[0], ListingStatus::Available), listing(20, &owners[1], ListingStatus::Rented)];
    world.add_listings(&listings).await;
    for (n, state) in (100..).zip(STATES.into_iter().cycle().take(13)) {
        world.add_user(&student(n)).await;
        world.add_application(&application(1_000 + n, &student(n), &listings[0], state())).await;
        if n % 3 == 0 {
            world.add_application(&application(2_000 + n, &student(n), &listings[1], state())).await;
        }
    }
    let mut work = world.begin().await;
    for n in 1..6 {
        let event =
            Event { acknowledged: n > 3, ..Event::listing_rented(EventId(Uuid::from_u128(n)), listings[1].id, now()) };
        work.events().insert(&event).await.unwrap();
    }
    work.commit().await.unwrap();
    world
}

async fn registrations(world: &World, role: Role) -> u64 {
    let filter = RegistrationFilter {
        role,
        keyword: None,
        statuses: vec![RegistrationStatus::Pending],
        sort: descending(RegistrationSortField::LastModified),
        page: page(0, 1),
    };
    world.store.list_registrations(&filter).await.unwrap().total
}

async fn applications(world: &World, scope: ApplicationScope) -> u64 {
    let pending = vec![Decision::Pending];
    let (administrator_decisions, landlord_decisions) = match scope {
        ApplicationScope::Administrator => (pending, Vec::new()),
        _ => (Vec::new(), pending),
    };
    let filter = ApplicationFilter {
        scope,
        keyword: None,
        badges: Vec::new(),
        administrator_decisions,
        landlord_decisions,
        sort: descending(ApplicationSortField::LastModified),
        page: page(0, 1),
    };
    world.store.list_applications(&filter).await.unwrap().total
}

/// The totals of the lists that the numbers stand for.
async fn totals(world: &World) -> AdministratorNotifications {
    let events: i64 = world.ask("SELECT count(*) FROM events WHERE NOT acknowledged").await;
    AdministratorNotifications {
        landlord_registrations: registrations(world, Role::Landlord).await,
        student_registrations: registrations(world, Role::Student).await,
        applications: applications(world, ApplicationScope::Administrator).await,
        events: events.try_into().unwrap(),
    }
}

#[tokio::test]
async fn every_number_is_the_total_of_its_list() {
    let world = mixed_world().await;
    let counted = world.store.count_for_administrators().await.unwrap();
    assert_eq!(counted, totals(&world).await);
    let expected =
        AdministratorNotifications { landlord_registrations: 1, student_registrations: 2, applications: 4, events: 3 };
    assert_eq!(counted, expected);
    let mut of_landlords = Vec::new();
    for landlord in [1, 2, 3].map(|n| UserId(Uuid::from_u128(n))) {
        let counted = world.store.count_applications_for(landlord).await.unwrap();
        assert_eq!(counted, applications(&world, ApplicationScope::Landlord(landlord)).await);
        of_landlords.push(counted);
    }
    assert_eq!(of_landlords, [3, 1, 0]);
}

#[tokio::test]
async fn in_an_empty_portal_nothing_waits() {
    let world = World::new().await;
    let nothing =
        AdministratorNotifications { landlord_registrations: 0, student_registrations: 0, applications: 0, events: 0 };
    assert_eq!(world.store.count_for_administrators().await.unwrap(), nothing);
}

#[tokio::test]
async fn among_many_rows_only_those_that_wait_are_read() {
    let world = crowd::world().await;
    let landlord = crowd::popular_landlord(&world).await;
    statements::sent();
    let counted = world.store.count_for_administrators().await.unwrap();
    let of_landlord = world.store.count_applications_for(landlord).await.unwrap();
    let [administrators, landlords]: [String; 2] = explain::sent().try_into().unwrap();
    assert_eq!(counted, totals(&world).await);
    assert_eq!(of_landlord, applications(&world, ApplicationScope::Landlord(landlord)).await);
    assert!(counted.events >= 100 && counted.student_registrations >= 100 && of_landlord > 50);

    // The two ones are limits of the queries within.
    let values = "'LANDLORD', 'STUDENT', 'PENDING', 1, 1, 'PENDING'";
    let plan = settled_plan(&world, &administrators, values).await;
    assert!(!plan.contains("Seq Scan"), "{plan}");
    for index in ["applications_", "events_unacknowledged_idx"] {
        assert!(plan.contains(&format!("Index Only Scan using {index}")), "{plan}");
    }
    let values = format!("'{landlord}', 'APPROVED', 'PENDING'");
    for plan in plans(&world, &landlords, &values).await {
        assert!(plan.contains("Index Only Scan") && plan.contains("Heap Fetches: 0"), "{plan}");
    }
}
