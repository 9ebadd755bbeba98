//! Requests to join.

use portal_domain::document::{Document, DocumentKind};
use portal_domain::ids::{DocumentId, RegistrationId};
use portal_domain::registration::{Registration, RegistrationState, RegistrationStatus};
use portal_domain::user::{Role, User};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{RegistrationFilter, RegistrationQueries, RegistrationSortField, UserQueries};
use uuid::Uuid;

use crate::world::{World, after, landlord, now, student};

pub fn registration(n: u128, user: &User, state: RegistrationState) -> Registration {
    let last_modified = state.decided_at().unwrap_or(now());
    Registration { id: RegistrationId(Uuid::from_u128(n)), user_id: user.id, state, date_created: now(), last_modified }
}

pub fn document(n: u128, registration: &Registration) -> Document {
    Document {
        id: DocumentId(Uuid::from_u128(n)),
        registration_id: registration.id,
        filename: format!("Nachweis {n}.pdf"),
        kind: DocumentKind::Pdf,
        location: format!("/documents/{n:032x}.pdf"),
        date_created: now(),
    }
}

pub async fn add(world: &World, user: &User, registration: &Registration, document: Option<&Document>) {
    let mut work = world.begin().await;
    work.users().insert(user, None).await.unwrap();
    work.registrations().insert(registration).await.unwrap();
    if let Some(document) = document {
        work.registrations().insert_document(document).await.unwrap();
    }
    work.commit().await.unwrap();
}

fn filter(role: Role) -> RegistrationFilter {
    RegistrationFilter {
        role,
        keyword: None,
        statuses: Vec::new(),
        sort: Sort { by: RegistrationSortField::LastModified, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size: 10 },
    }
}

#[tokio::test]
async fn a_request_comes_back_with_its_person_and_document() {
    let world = World::new().await;
    let asked = registration(10, &student(1), RegistrationState::Pending);
    let paper = document(20, &asked);
    add(&world, &student(1), &asked, Some(&paper)).await;
    for view in [
        world.store.find_registration(asked.id).await.unwrap().unwrap(),
        world.store.find_registration_of(student(1).id).await.unwrap().unwrap(),
        world.store.list_registrations(&filter(Role::Student)).await.unwrap().rows.remove(0),
    ] {
        assert_eq!((view.registration, view.user, view.document), (asked.clone(), student(1), Some(paper.clone())));
    }
    assert_eq!(world.store.find_document(paper.id).await.unwrap(), Some(paper));
    assert_eq!(world.store.find_registration_of(student(9).id).await.unwrap(), None);
}

#[tokio::test]
async fn a_person_has_one_request_and_it_one_document() {
    let world = World::new().await;
    let asked = registration(10, &student(1), RegistrationState::Pending);
    add(&world, &student(1), &asked, Some(&document(20, &asked))).await;
    let again = registration(11, &student(1), RegistrationState::Pending);
    assert!(world.begin().await.registrations().insert(&again).await.is_err());
    assert!(world.begin().await.registrations().insert_document(&document(21, &asked)).await.is_err());
}

#[tokio::test]
async fn a_decision_is_kept_with_its_time_and_a_rejection_frees_the_email() {
    let world = World::new().await;
    let mut asked = registration(10, &student(1), RegistrationState::Pending);
    add(&world, &student(1), &asked, None).await;
    let namesake = User { email: student(1).email, ..student(2) };
    assert!(world.begin().await.users().insert(&namesake, None).await.is_err());

    let mut work = world.begin().await;
    let mut locked = work.registrations().find_for_update(asked.id).await.unwrap().unwrap();
    locked.review(false, after(5)).unwrap();
    work.registrations().save(&locked).await.unwrap();
    work.commit().await.unwrap();
    asked.review(false, after(5)).unwrap();
    assert_eq!(world.store.find_registration(asked.id).await.unwrap().unwrap().registration, asked);
    assert_eq!(world.store.find_credentials(&student(1).email).await.unwrap(), None);

    world.add_user(&namesake).await;
    let found = world.store.find_credentials(&student(1).email).await.unwrap().unwrap();
    assert_eq!(found.user_id, namesake.id);
}

#[tokio::test]
async fn a_list_holds_one_role_and_is_filtered_searched_and_sorted() {
    let world = World::new().await;
    let people = [
        User { first_name: "Änne".to_owned(), last_name: "Zander".to_owned(), ..student(1) },
        User { first_name: "Bert".to_owned(), last_name: "Alber".to_owned(), ..student(2) },
        User { first_name: "Zoe".to_owned(), last_name: "Müller_1".to_owned(), ..student(3) },
    ];
    let states = [
        RegistrationState::Pending,
        RegistrationState::Approved { at: after(9) },
        RegistrationState::Rejected { at: after(5) },
    ];
    for ((n, person), state) in (10..).zip(&people).zip(states) {
        add(&world, person, &registration(n, person, state), None).await;
    }
    let lord = landlord(4);
    add(&world, &lord, &registration(14, &lord, RegistrationState::Pending), None).await;

    let names = async |change: &dyn Fn(&mut RegistrationFilter)| {
        let mut filter = filter(Role::Student);
        change(&mut filter);
        let page = world.store.list_registrations(&filter).await.unwrap();
        assert_eq!(page.total, page.rows.len() as u64);
        page.rows.into_iter().map(|view| view.user.first_name).collect::<Vec<_>>()
    };
    assert_eq!(names(&|_| {}).await, ["Änne", "Zoe", "Bert"]);
    assert_eq!(names(&|filter| filter.statuses = vec![RegistrationStatus::Rejected]).await, ["Zoe"]);
    assert_eq!(names(&|filter| filter.keyword = Some("änne zan".to_owned())).await, ["Änne"]);
    assert_eq!(names(&|filter| filter.keyword = Some("zan anne".to_owned())).await, ["Änne"]);
    assert_eq!(names(&|filter| filter.keyword = Some("_1".to_owned())).await, ["Zoe"]);
    assert_eq!(names(&|filter| filter.keyword = Some("PERSON-2@".to_owned())).await, ["Bert"]);
    for (by, ascending) in [
        (RegistrationSortField::FirstName, ["Änne", "Bert", "Zoe"]),
        (RegistrationSortField::LastName, ["Bert", "Zoe", "Änne"]),
        (RegistrationSortField::Email, ["Änne", "Bert", "Zoe"]),
        (RegistrationSortField::Status, ["Bert", "Änne", "Zoe"]),
        (RegistrationSortField::DateCreated, ["Änne", "Bert", "Zoe"]),
        (RegistrationSortField::LastModified, ["Änne", "Zoe", "Bert"]),
    ] {
        assert_eq!(names(&|filter| filter.sort.by = by).await, ascending, "{by:?}");
        let mut descending = ascending;
        descending.reverse();
        let sort = Sort { by, direction: SortDirection::Descending };
        assert_eq!(names(&|filter| filter.sort = sort).await, descending, "{by:?}");
    }
    let lords = world.store.list_registrations(&filter(Role::Landlord)).await.unwrap();
    assert_eq!((lords.total, lords.rows[0].user.id), (1, lord.id));
}
