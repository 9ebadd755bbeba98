//! The administrators' list of users, locks on users, and deletion.

use portal_domain::application::ApplicationState;
use portal_domain::ids::UserId;
use portal_domain::listing::ListingStatus;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{DeletionPreview, PasswordHash, UserListQuery, UserQueries, UserSortField};
use portal_services::testing::samples;

use crate::context::{TestContext, after, application, landlord, listing, student, user};

fn filter() -> UserListQuery {
    UserListQuery {
        keyword: None,
        roles: Vec::new(),
        statuses: Vec::new(),
        sort: Sort { by: UserSortField::LastModified, direction: SortDirection::Descending },
        page: PageRequest { page: 0, size: 10 },
    }
}

async fn names(context: &TestContext, filter: &UserListQuery) -> Vec<String> {
    let page = context.store.list_users(filter).await.unwrap();
    page.rows.into_iter().map(|user| user.first_name).collect()
}

#[tokio::test]
async fn list_users_filters_searches_sorts_and_counts() {
    let context = TestContext::new().await;
    for user in [
        User { first_name: "Öner".to_owned(), last_name: "Caspar".to_owned(), last_modified: after(3), ..student(1) },
        User { first_name: "Pia".to_owned(), last_name: "Berg".to_owned(), status: UserStatus::New, ..landlord(2) },
        User {
            first_name: "oskar".to_owned(),
            last_name: "Adam".to_owned(),
            last_modified: after(1),
            ..user(3, Role::Administrator)
        },
    ] {
        context.add_user(&user).await;
    }
    assert_eq!(names(&context, &filter()).await, ["Öner", "oskar", "Pia"]);
    assert_eq!(
        names(&context, &UserListQuery { roles: vec![Role::Administrator, Role::Student], ..filter() }).await,
        ["Öner", "oskar"]
    );
    assert_eq!(names(&context, &UserListQuery { statuses: vec![UserStatus::New], ..filter() }).await, ["Pia"]);
    assert_eq!(names(&context, &UserListQuery { keyword: Some("öner cas".to_owned()), ..filter() }).await, ["Öner"]);
    assert_eq!(names(&context, &UserListQuery { keyword: Some("ER-3@".to_owned()), ..filter() }).await, ["oskar"]);
    assert_eq!(names(&context, &UserListQuery { keyword: Some("%".to_owned()), ..filter() }).await, [""; 0]);
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
        assert_eq!(names(&context, &UserListQuery { sort, ..filter() }).await, ascending, "{by:?}");
    }
    let page = PageRequest { page: 1, size: 2 };
    let second = context.store.list_users(&UserListQuery { page, ..filter() }).await.unwrap();
    assert_eq!((second.rows.len(), second.total), (1, 3));
}

#[tokio::test]
async fn set_password_stores_hash_and_credential_locks_are_shared() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    let before = context.store.find_credentials_of(student(1).id).await.unwrap().unwrap();
    assert_eq!(before.password, None);
    let mut work = context.begin().await;
    let later = student(1).last_modified + chrono::TimeDelta::seconds(1);
    work.users().set_password(student(1).id, PasswordHash("hash".to_owned()), later).await.unwrap();
    assert_eq!(work.users().find_for_update(student(1).id).await.unwrap().unwrap().last_modified, later);
    let locked = work.users().find_credentials_for_update(student(1).id).await.unwrap().unwrap();
    assert_eq!(locked.password, Some(PasswordHash("hash".to_owned())));
    work.commit().await.unwrap();
    assert_eq!(context.store.find_credentials_of(student(1).id).await.unwrap(), Some(locked.clone()));
    let (mut one, mut other) = (context.begin().await, context.begin().await);
    for work in [&mut one, &mut other] {
        let shared = work.users().find_credentials_for_share(student(1).id).await.unwrap();
        assert_eq!(shared, Some(locked.clone()), "concurrent logins of one user do not wait");
    }
    let free = "SELECT count(*) FROM (SELECT id FROM users FOR NO KEY UPDATE SKIP LOCKED) AS free";
    assert_eq!(context.query_value::<i64>(free).await, 0, "changes of the user wait for logins");
    assert!(
        context.begin().await.users().set_password(student(9).id, PasswordHash(String::new()), later).await.is_err()
    );
}

#[tokio::test]
async fn find_with_administrators_for_update_counts_and_locks_other_active_administrators() {
    let context = TestContext::new().await;
    let inactive = User { status: UserStatus::Inactive, ..user(4, Role::Administrator) };
    for new_user in [student(1), user(2, Role::Administrator), user(3, Role::Administrator), inactive] {
        context.add_user(&new_user).await;
    }
    let mut work = context.begin().await;
    let found = work.users().find_with_administrators_for_update(student(1).id).await.unwrap().unwrap();
    assert_eq!((found.user, found.others), (student(1), 0));
    assert_eq!(work.users().find_with_administrators_for_update(student(9).id).await.unwrap(), None);
    let found =
        work.users().find_with_administrators_for_update(user(2, Role::Administrator).id).await.unwrap().unwrap();
    assert_eq!((found.others, found.is_last_administrator()), (1, false));
    // A concurrent removal of the other administrator has to wait.
    let unlocked = "SELECT count(*) FROM (SELECT id FROM users WHERE role = 'ADMIN' FOR UPDATE SKIP LOCKED) AS free";
    assert_eq!(context.query_value::<i64>(unlocked).await, 1, "only the inactive administrator is unlocked");
    work.commit().await.unwrap();
}

#[tokio::test]
async fn delete_user_deletes_sessions_and_registration() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context
        .run(
            "INSERT INTO sessions SELECT gen_random_uuid(), id, sha256('a'), NULL, now(), now() FROM users;
             INSERT INTO registrations SELECT gen_random_uuid(), id, 'PENDING', now(), now(), NULL, role FROM users",
        )
        .await;
    let mut work = context.begin().await;
    work.users().delete(student(1).id).await.unwrap();
    work.commit().await.unwrap();
    for table in ["users", "sessions", "registrations"] {
        assert_eq!(context.query_value::<i64>(&format!("SELECT count(*) FROM {table}")).await, 0, "{table}");
    }
}

#[tokio::test]
async fn preview_deletion_counts_listings_and_open_applications() {
    let context = TestContext::new().await;
    let (owner, other, applicant) = (landlord(1), landlord(2), student(3));
    for user in [&owner, &other, &applicant] {
        context.add_user(user).await;
    }
    let listings = [(10, &owner), (11, &owner), (12, &other)].map(|(n, of)| listing(n, of, ListingStatus::Archived));
    context.add_listings(&listings).await;
    let rejected = ApplicationState::RejectedByLandlord { administrator_approved_at: after(0), at: after(1) };
    for (n, listing, state) in [
        (20, &listings[0], ApplicationState::AwaitingAdministrator),
        (21, &listings[1], samples::forwarded()),
        (22, &listings[2], samples::approved()),
    ] {
        context.add_application(&application(n, &applicant, listing, state)).await;
    }
    let second = student(4);
    context.add_user(&second).await;
    context.add_application(&application(23, &second, &listings[0], rejected)).await;
    for (id, expected) in [
        (owner.id, Some((2, 2))),
        (other.id, Some((1, 0))),
        (applicant.id, Some((0, 2))),
        (second.id, Some((0, 0))),
        (UserId(uuid::Uuid::from_u128(99)), None),
    ] {
        let expected = expected.map(|(listings, applications)| DeletionPreview { listings, applications });
        assert_eq!(context.store.preview_deletion(id).await.unwrap(), expected, "{id}");
    }
}

#[tokio::test]
async fn list_users_keyword_ignores_word_order_case_accents_and_umlauts() {
    let context = TestContext::new().await;
    for (n, first_name, last_name) in [
        (1, "Anna", "Müller"),
        (2, "Anna Sophie", "Mueller-Weiß"),
        (3, "Hanna", "Muller"),
        (4, "Łukasz", "Żółć"),
        (5, "Manue\u{301}la", "O'Brien_100%"),
        (6, "Ğül", "Øst"),
    ] {
        let (first_name, last_name) = (first_name.to_owned(), last_name.to_owned());
        context.add_user(&User { first_name, last_name, ..student(n) }).await;
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
        ("anna user-3@", vec![3]),
        ("USER-4@portal.TEST", vec![4]),
        ("anna zolc", vec![]),
        ("a%a", vec![]),
        ("\\", vec![]),
        ("\u{301}", vec![]),
    ] {
        let filter = UserListQuery { keyword: Some(keyword.to_owned()), sort, ..filter() };
        let page = context.store.list_users(&filter).await.unwrap();
        let ids: Vec<_> = page.rows.iter().map(|user| user.id.0.as_u128()).collect();
        assert_eq!(ids, found, "{keyword:?}");
        let first_page = UserListQuery { page: PageRequest { page: 0, size: 1 }, ..filter };
        assert_eq!(context.store.list_users(&first_page).await.unwrap().total, found.len() as u64, "{keyword:?}");
    }
}

#[tokio::test]
async fn list_users_keyword_finds_changed_name_only() {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.save_user(&User { last_name: "Björk".to_owned(), ..student(1) }).await;
    for (keyword, total) in [("bjork", 1), ("bjoerk", 1), ("last", 0)] {
        let filter = UserListQuery { keyword: Some(keyword.to_owned()), ..filter() };
        assert_eq!(context.store.list_users(&filter).await.unwrap().total, total, "{keyword}");
    }
}
