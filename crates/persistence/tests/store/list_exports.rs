//! The two steps of list exports: ids in order, then rows by ids.

use portal_domain::application::ApplicationState;
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{EventId, RegistrationId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::registration::Registration;
use portal_domain::user::Role;
use portal_services::paging::SortDirection;
use portal_services::ports::{
    ApplicationListQuery, ApplicationQueries, ApplicationScope, ApplicationSortField, EventListQuery, EventQueries,
    RegistrationListQuery, RegistrationQueries, RegistrationSortField, UserListQuery, UserQueries, UserSortField,
};
use uuid::Uuid;

use crate::context::{TestContext, after, application, ascending, descending, landlord, listing, page, student};

/// Three students with a registration, its event and an application to one listing.
async fn with_data() -> TestContext {
    let context = TestContext::new().await;
    let owner = landlord(9);
    context.add_user(&owner).await;
    let listing = listing(10, &owner, ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&listing)).await;
    for n in 1..=3 {
        let student = student(n);
        context.add_user(&student).await;
        context
            .add_application(&application(20 + n, &student, &listing, ApplicationState::AwaitingAdministrator))
            .await;
        let at = after(i64::try_from(n).unwrap());
        let mut work = context.begin().await;
        let registration = Registration::new(RegistrationId(Uuid::from_u128(30 + n)), student.id, at);
        work.registrations().insert(&registration).await.unwrap();
        let event =
            Event::new(EventId(Uuid::from_u128(40 + n)), EventKind::StudentRegistrationRequested(student.id), at);
        work.events().insert(&event).await.unwrap();
        work.commit().await.unwrap();
    }
    context
}

fn numbers<Id: Into<Uuid> + Copy>(ids: &[Id]) -> Vec<u128> {
    ids.iter().map(|&id| id.into().as_u128()).collect()
}

#[tokio::test]
async fn list_user_ids_ignores_page_and_keeps_order() {
    let context = with_data().await;
    let filter = UserListQuery {
        keyword: None,
        roles: vec![Role::Student],
        statuses: Vec::new(),
        sort: descending(UserSortField::Email),
        page: page(7, 1),
    };
    let ids = context.store.list_user_ids(&filter, 10).await.unwrap();
    assert_eq!(numbers(&ids), [3, 2, 1]);
    assert_eq!(numbers(&context.store.list_user_ids(&filter, 2).await.unwrap()), [3, 2]);
    let found = UserListQuery { keyword: Some("last 2".to_owned()), ..filter };
    assert_eq!(numbers(&context.store.list_user_ids(&found, 10).await.unwrap()), [2]);
    let selected = [ids[2], UserId(Uuid::from_u128(99)), ids[0]];
    assert_eq!(context.store.list_users_by_ids(&selected).await.unwrap(), [student(1), student(3)]);
    assert!(context.store.list_users_by_ids(&[]).await.unwrap().is_empty());
}

#[tokio::test]
async fn list_registration_ids_ignores_page_and_keeps_order() {
    let context = with_data().await;
    let filter = RegistrationListQuery {
        keyword: None,
        statuses: Vec::new(),
        sort: descending(RegistrationSortField::DateCreated),
        page: page(7, 1),
    };
    let ids = context.store.list_registration_ids(Role::Student, &filter, 10).await.unwrap();
    assert_eq!(numbers(&ids), [33, 32, 31]);
    assert_eq!(numbers(&context.store.list_registration_ids(Role::Student, &filter, 1).await.unwrap()), [33]);
    assert!(context.store.list_registration_ids(Role::Landlord, &filter, 10).await.unwrap().is_empty());
    let rows = context.store.list_registrations_by_ids(&[ids[1], ids[0]]).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.user.clone()).collect::<Vec<_>>(), [student(2), student(3)]);
}

#[tokio::test]
async fn list_application_ids_ignores_page_and_keeps_order() {
    let context = with_data().await;
    let filter = ApplicationListQuery {
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        listing: None,
        sort: descending(ApplicationSortField::StudentLastName),
        page: page(7, 1),
    };
    let scope = ApplicationScope::Administrator;
    let ids = context.store.list_application_ids(scope, &filter, 10).await.unwrap();
    assert_eq!(numbers(&ids), [23, 22, 21]);
    let oldest = ApplicationListQuery { sort: ascending(ApplicationSortField::DateCreated), ..filter };
    assert_eq!(numbers(&context.store.list_application_ids(scope, &oldest, 2).await.unwrap()), [21, 22]);
    let rows = context.store.list_applications_by_ids(&[ids[2], ids[0]]).await.unwrap();
    let students: Vec<_> = rows.iter().map(|row| row.student.as_ref().unwrap().id).collect();
    assert_eq!(students, [student(1).id, student(3).id]);
}

#[tokio::test]
async fn list_event_ids_ignores_page_and_keeps_order() {
    let context = with_data().await;
    let filter = EventListQuery {
        keyword: None,
        acknowledged: Some(false),
        direction: SortDirection::Ascending,
        page: page(7, 1),
    };
    let ids = context.store.list_event_ids(&filter, 10).await.unwrap();
    assert_eq!(numbers(&ids), [41, 42, 43]);
    assert_eq!(numbers(&context.store.list_event_ids(&filter, 2).await.unwrap()), [41, 42]);
    let rows = context.store.list_events_by_ids(&[ids[1], ids[0]]).await.unwrap();
    assert_eq!(rows.iter().map(|event| event.id).collect::<Vec<_>>(), [ids[1], ids[0]]);
    assert!(rows.iter().all(|event| event.entity.is_some()));
}
