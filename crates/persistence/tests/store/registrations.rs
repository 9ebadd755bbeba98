//! Registrations: repository, documents and lists.

use portal_domain::document::{Document, DocumentKind};
use portal_domain::ids::{DocumentId, RegistrationId};
use portal_domain::registration::{Registration, RegistrationState, RegistrationStatus};
use portal_domain::user::{Role, User};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{RegistrationListQuery, RegistrationQueries, RegistrationSortField, UserQueries};
use uuid::Uuid;

use crate::context::{TestContext, after, landlord, now, student};

pub(crate) fn registration(n: u128, user: &User, state: RegistrationState) -> Registration {
    let last_modified = state.decided_at().unwrap_or(now());
    Registration { id: RegistrationId(Uuid::from_u128(n)), user_id: user.id, state, date_created: now(), last_modified }
}

pub(crate) fn document(n: u128, registration: &Registration) -> Document {
    Document {
        id: DocumentId(Uuid::from_u128(n)),
        registration_id: registration.id,
        filename: format!("Nachweis {n}.pdf"),
        kind: DocumentKind::Pdf,
        location: format!("/documents/{n:032x}.pdf"),
        date_created: now(),
    }
}

pub(crate) async fn add(context: &TestContext, user: &User, registration: &Registration, document: Option<&Document>) {
    let mut work = context.begin().await;
    work.users().insert(user, None).await.unwrap();
    work.registrations().insert(registration).await.unwrap();
    if let Some(document) = document {
        work.registrations().insert_document(document).await.unwrap();
    }
    work.commit().await.unwrap();
}

fn everything() -> RegistrationListQuery {
    RegistrationListQuery {
        keyword: None,
        statuses: Vec::new(),
        sort: Sort { by: RegistrationSortField::LastModified, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size: 10 },
    }
}

#[tokio::test]
async fn find_registration_returns_user_and_document() {
    let context = TestContext::new().await;
    let registration = registration(10, &student(1), RegistrationState::Pending);
    let document = document(20, &registration);
    add(&context, &student(1), &registration, Some(&document)).await;
    for found in [
        context.store.find_registration(registration.id).await.unwrap().unwrap(),
        context.store.find_registration_of(student(1).id).await.unwrap().unwrap(),
        context.store.list_registrations(Role::Student, &everything()).await.unwrap().rows.remove(0),
    ] {
        let expected = (registration.clone(), student(1), Some(document.clone()));
        assert_eq!((found.registration, found.user, found.document), expected);
    }
    assert_eq!(context.store.find_document(document.id).await.unwrap(), Some(document));
    assert_eq!(context.store.find_registration_of(student(9).id).await.unwrap(), None);
}

#[tokio::test]
async fn insert_second_registration_or_document_fails() {
    let context = TestContext::new().await;
    let first = registration(10, &student(1), RegistrationState::Pending);
    add(&context, &student(1), &first, Some(&document(20, &first))).await;
    let second = registration(11, &student(1), RegistrationState::Pending);
    assert!(context.begin().await.registrations().insert(&second).await.is_err());
    assert!(context.begin().await.registrations().insert_document(&document(21, &first)).await.is_err());
}

#[tokio::test]
async fn save_rejected_registration_stores_time_and_releases_email() {
    let context = TestContext::new().await;
    let mut registration = registration(10, &student(1), RegistrationState::Pending);
    add(&context, &student(1), &registration, None).await;
    let same_email = User { email: student(1).email, ..student(2) };
    assert!(context.begin().await.users().insert(&same_email, None).await.is_err());

    let mut work = context.begin().await;
    let mut locked = work.registrations().find_for_update(registration.id).await.unwrap().unwrap();
    locked.review(false, after(5)).unwrap();
    work.registrations().save(&locked).await.unwrap();
    work.commit().await.unwrap();
    registration.review(false, after(5)).unwrap();
    assert_eq!(context.store.find_registration(registration.id).await.unwrap().unwrap().registration, registration);
    assert_eq!(context.store.find_credentials(&student(1).email).await.unwrap(), None);

    context.add_user(&same_email).await;
    let found = context.store.find_credentials(&student(1).email).await.unwrap().unwrap();
    assert_eq!(found.user_id, same_email.id);
}

#[tokio::test]
async fn list_registrations_filters_searches_and_sorts_one_role() {
    let context = TestContext::new().await;
    let users = [
        User { first_name: "Änne".to_owned(), last_name: "Zander".to_owned(), ..student(1) },
        User { first_name: "Bert".to_owned(), last_name: "Alber".to_owned(), ..student(2) },
        User { first_name: "Zoe".to_owned(), last_name: "Müller_1".to_owned(), ..student(3) },
    ];
    let states = [
        RegistrationState::Pending,
        RegistrationState::Approved { at: after(9) },
        RegistrationState::Rejected { at: after(5) },
    ];
    for ((n, user), state) in (10..).zip(&users).zip(states) {
        add(&context, user, &registration(n, user, state), None).await;
    }
    let landlord = landlord(4);
    add(&context, &landlord, &registration(14, &landlord, RegistrationState::Pending), None).await;

    let names = async |change: &dyn Fn(&mut RegistrationListQuery)| {
        let mut query = everything();
        change(&mut query);
        let page = context.store.list_registrations(Role::Student, &query).await.unwrap();
        assert_eq!(page.total, page.rows.len() as u64);
        page.rows.into_iter().map(|row| row.user.first_name).collect::<Vec<_>>()
    };
    assert_eq!(names(&|_| {}).await, ["Änne", "Zoe", "Bert"]);
    assert_eq!(names(&|query| query.statuses = vec![RegistrationStatus::Rejected]).await, ["Zoe"]);
    assert_eq!(names(&|query| query.keyword = Some("änne zan".to_owned())).await, ["Änne"]);
    assert_eq!(names(&|query| query.keyword = Some("zan anne".to_owned())).await, ["Änne"]);
    assert_eq!(names(&|query| query.keyword = Some("_1".to_owned())).await, ["Zoe"]);
    assert_eq!(names(&|query| query.keyword = Some("USER-2@".to_owned())).await, ["Bert"]);
    for (by, ascending) in [
        (RegistrationSortField::FirstName, ["Änne", "Bert", "Zoe"]),
        (RegistrationSortField::LastName, ["Bert", "Zoe", "Änne"]),
        (RegistrationSortField::Email, ["Änne", "Bert", "Zoe"]),
        (RegistrationSortField::Status, ["Bert", "Änne", "Zoe"]),
        (RegistrationSortField::DateCreated, ["Änne", "Bert", "Zoe"]),
        (RegistrationSortField::LastModified, ["Änne", "Zoe", "Bert"]),
    ] {
        assert_eq!(names(&|query| query.sort.by = by).await, ascending, "{by:?}");
        let mut descending = ascending;
        descending.reverse();
        let sort = Sort { by, direction: SortDirection::Descending };
        assert_eq!(names(&|query| query.sort = sort).await, descending, "{by:?}");
    }
    let landlords = context.store.list_registrations(Role::Landlord, &everything()).await.unwrap();
    assert_eq!((landlords.total, landlords.rows[0].user.id), (1, landlord.id));
}
