//! The administrators' list of people, and who may be taken away.

use portal_domain::application::ApplicationState;
use portal_domain::ids::UserId;
use portal_domain::listing::ListingStatus;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{PasswordHash, UserFilter, UserQueries, UserSortField};
use portal_services::testing::samples;
use portal_services::users::DeletionPreview;

use crate::world::{World, after, application, landlord, listing, student, user};

fn filter() -> UserFilter {
    UserFilter {
        keyword: None,
        roles: Vec::new(),
        statuses: Vec::new(),
        sort: Sort { by: UserSortField::LastModified, direction: SortDirection::Descending },
        page: PageRequest { page: 0, size: 10 },
    }
}

async fn names(world: &World, filter: &UserFilter) -> Vec<String> {
    let page = world.store.list_users(filter).await.unwrap();
    page.rows.into_iter().map(|user| user.first_name).collect()
}

#[tokio::test]
async fn people_are_filtered_searched_sorted_and_counted() {
    let world = World::new().await;
    for person in [
        User { first_name: "Öner".to_owned(), last_name: "Caspar".to_owned(), last_modified: after(3), ..student(1) },
        User { first_name: "Pia".to_owned(), last_name: "Berg".to_owned(), status: UserStatus::New, ..landlord(2) },
        User {
            first_name: "oskar".to_owned(),
            last_name: "Adam".to_owned(),
            last_modified: after(1),
            ..user(3, Role::Admin)
        },
    ] {
        world.add_user(&person).await;
    }
    assert_eq!(names(&world, &filter()).await, ["Öner", "oskar", "Pia"]);
    assert_eq!(
        names(&world, &UserFilter { roles: vec![Role::Admin, Role::Student], ..filter() }).await,
        ["Öner", "oskar"]
    );
    assert_eq!(names(&world, &UserFilter { statuses: vec![UserStatus::New], ..filter() }).await, ["Pia"]);
    assert_eq!(names(&world, &UserFilter { keyword: Some("öner cas".to_owned()), ..filter() }).await, ["Öner"]);
    assert_eq!(names(&world, &UserFilter { keyword: Some("ON-3@".to_owned()), ..filter() }).await, ["oskar"]);
    assert_eq!(names(&world, &UserFilter { keyword: Some("%".to_owned()), ..filter() }).await, [""; 0]);
    for (by, ascending) in [
        (UserSortField::FirstName, ["Öner", "oskar", "Pia"]),
        (UserSortField::LastName, ["oskar", "Pia", "Öner"]),
        (UserSortField::Email, ["Öner", "Pia", "oskar"]),
        (UserSortField::Role, ["oskar", "Pia", "Öner"]),
        (UserSortField::Status, ["Öner", "oskar", "Pia"]),
        (UserSortField::DateCreated, ["Öner", "Pia", "oskar"]),
        (UserSortField::LastModified, ["Pia", "oskar", "Öner"]),
    ] {
        let sort = Sort { by, direction: SortDirection::Ascending };
        assert_eq!(names(&world, &UserFilter { sort, ..filter() }).await, ascending, "{by:?}");
    }
    let page = PageRequest { page: 1, size: 2 };
    let second = world.store.list_users(&UserFilter { page, ..filter() }).await.unwrap();
    assert_eq!((second.rows.len(), second.total), (1, 3));
}

#[tokio::test]
async fn a_password_is_set_and_read_back_for_the_check() {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    let before = world.store.find_credentials_of(student(1).id).await.unwrap().unwrap();
    assert_eq!(before.password, None);
    let mut work = world.begin().await;
    let later = student(1).last_modified + chrono::TimeDelta::seconds(1);
    work.users().set_password(student(1).id, PasswordHash("hash".to_owned()), later).await.unwrap();
    assert_eq!(work.users().find_for_update(student(1).id).await.unwrap().unwrap().last_modified, later);
    let locked = work.users().find_credentials_for_update(student(1).id).await.unwrap().unwrap();
    assert_eq!(locked.password, Some(PasswordHash("hash".to_owned())));
    work.commit().await.unwrap();
    assert_eq!(world.store.find_credentials_of(student(1).id).await.unwrap(), Some(locked.clone()));
    let (mut one, mut other) = (world.begin().await, world.begin().await);
    for work in [&mut one, &mut other] {
        let shared = work.users().find_credentials_for_share(student(1).id).await.unwrap();
        assert_eq!(shared, Some(locked.clone()), "log-ins of one person do not wait for each other");
    }
    let free = "SELECT count(*) FROM (SELECT id FROM users FOR NO KEY UPDATE SKIP LOCKED) AS free";
    assert_eq!(world.ask::<i64>(free).await, 0, "whoever changes the person waits for them");
    assert!(world.begin().await.users().set_password(student(9).id, PasswordHash(String::new()), later).await.is_err());
}

#[tokio::test]
async fn other_active_administrators_are_counted_and_held() {
    let world = World::new().await;
    let inactive = User { status: UserStatus::Inactive, ..user(4, Role::Admin) };
    for person in [student(1), user(2, Role::Admin), user(3, Role::Admin), inactive] {
        world.add_user(&person).await;
    }
    let mut work = world.begin().await;
    let found = work.users().find_with_administrators(student(1).id).await.unwrap().unwrap();
    assert_eq!((found.user, found.others), (student(1), 0));
    assert_eq!(work.users().find_with_administrators(student(9).id).await.unwrap(), None);
    let found = work.users().find_with_administrators(user(2, Role::Admin).id).await.unwrap().unwrap();
    assert_eq!((found.others, found.is_last_administrator()), (1, false));
    // Whoever wants to take the other one away waits until it is known who is left.
    let held = "SELECT count(*) FROM (SELECT id FROM users WHERE role = 'ADMIN' FOR UPDATE SKIP LOCKED) AS free";
    assert_eq!(world.ask::<i64>(held).await, 1, "only the inactive one is free");
    work.commit().await.unwrap();
}

#[tokio::test]
async fn a_person_who_goes_takes_sessions_and_request_along() {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    world
        .run(
            "INSERT INTO sessions SELECT gen_random_uuid(), id, sha256('a'), NULL, now(), now() FROM users;
             INSERT INTO registrations SELECT gen_random_uuid(), id, 'PENDING', now(), now(), NULL, role FROM users",
        )
        .await;
    let mut work = world.begin().await;
    work.users().delete(student(1).id).await.unwrap();
    work.commit().await.unwrap();
    for table in ["users", "sessions", "registrations"] {
        assert_eq!(world.ask::<i64>(&format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
}

#[tokio::test]
async fn a_deletion_preview_counts_listings_and_open_applications_of_either_side() {
    let world = World::new().await;
    let (owner, other, applicant) = (landlord(1), landlord(2), student(3));
    for person in [&owner, &other, &applicant] {
        world.add_user(person).await;
    }
    let rooms = [(10, &owner), (11, &owner), (12, &other)].map(|(n, of)| listing(n, of, ListingStatus::Archived));
    world.add_listings(&rooms).await;
    let rejected = ApplicationState::Rejected { forwarded_at: after(0), at: after(1) };
    for (n, room, state) in [
        (20, &rooms[0], ApplicationState::Sent),
        (21, &rooms[1], samples::forwarded()),
        (22, &rooms[2], samples::approved()),
    ] {
        world.add_application(&application(n, &applicant, room, state)).await;
    }
    let second = student(4);
    world.add_user(&second).await;
    world.add_application(&application(23, &second, &rooms[0], rejected)).await;
    for (id, expected) in [
        (owner.id, Some((2, 2))),
        (other.id, Some((1, 0))),
        (applicant.id, Some((0, 2))),
        (second.id, Some((0, 0))),
        (UserId(uuid::Uuid::from_u128(99)), None),
    ] {
        let expected = expected.map(|(listings, applications)| DeletionPreview { listings, applications });
        assert_eq!(world.store.preview_deletion(id).await.unwrap(), expected, "{id}");
    }
}

#[tokio::test]
async fn a_keyword_finds_names_in_any_order_of_words_without_case_accents_or_umlauts() {
    let world = World::new().await;
    for (n, first_name, last_name) in [
        (1, "Anna", "Müller"),
        (2, "Anna Sophie", "Mueller-Weiß"),
        (3, "Hanna", "Muller"),
        (4, "Łukasz", "Żółć"),
        (5, "Manue\u{301}la", "O'Brien_100%"),
        (6, "Ğül", "Øst"),
    ] {
        let (first_name, last_name) = (first_name.to_owned(), last_name.to_owned());
        world.add_user(&User { first_name, last_name, ..student(n) }).await;
    }
    let sort = Sort { by: UserSortField::Email, direction: SortDirection::Ascending };
    for (keyword, found) in [
        ("muller anna", vec![1, 2, 3]),
        ("Mueller  Anna", vec![1, 2, 3]),
        ("MÜLLER", vec![1, 2, 3]),
        ("weiss sophie", vec![2]),
        ("weiß", vec![2]),
        ("anna sophie", vec![2]),
        ("zolc luk", vec![4]),
        ("ŁUKASZ", vec![4]),
        ("manuela", vec![5]),
        ("manuéla o'b", vec![5]),
        ("100%", vec![5]),
        ("_", vec![5]),
        ("%", vec![5]),
        ("gul ost", vec![6]),
        ("anna person-3@", vec![3]),
        ("PERSON-4@portal.TEST", vec![4]),
        ("anna zolc", vec![]),
        ("a%a", vec![]),
        ("\\", vec![]),
        ("\u{301}", vec![]),
    ] {
        let filter = UserFilter { keyword: Some(keyword.to_owned()), sort, ..filter() };
        let page = world.store.list_users(&filter).await.unwrap();
        let ids: Vec<_> = page.rows.iter().map(|user| user.id.0.as_u128()).collect();
        assert_eq!(ids, found, "{keyword:?}");
        let cut = UserFilter { page: PageRequest { page: 0, size: 1 }, ..filter };
        assert_eq!(world.store.list_users(&cut).await.unwrap().total, found.len() as u64, "{keyword:?}");
    }
}

#[tokio::test]
async fn a_changed_name_is_found_under_the_new_name_only() {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    world.save_user(&User { last_name: "Björk".to_owned(), ..student(1) }).await;
    for (keyword, total) in [("bjork", 1), ("bjoerk", 1), ("last", 0)] {
        let filter = UserFilter { keyword: Some(keyword.to_owned()), ..filter() };
        assert_eq!(world.store.list_users(&filter).await.unwrap().total, total, "{keyword}");
    }
}
