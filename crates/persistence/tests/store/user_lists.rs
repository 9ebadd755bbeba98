//! The administrators' list of people, and who may be taken away.

use portal_domain::user::{Role, User, UserStatus};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{PasswordHash, UserFilter, UserQueries, UserSortField};

use crate::world::{World, after, landlord, student, user};

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
    work.users().set_password(student(1).id, PasswordHash("hash".to_owned())).await.unwrap();
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
    assert!(world.begin().await.users().set_password(student(9).id, PasswordHash(String::new())).await.is_err());
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
