//! Applications: repository, list filters and sort orders.

use portal_domain::application::{Application, ApplicationState, Decision, badge};
use portal_domain::ids::ApplicationId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::User;
use portal_services::paging::Sort;
use portal_services::ports::{
    APPLICATION_EXISTS, ApplicationListQuery, ApplicationQueries, ApplicationScope, ApplicationSortField, StoreError,
};

use crate::context::{
    BOTH, TestContext, after, application, ascending, descending, landlord, listing, page, rejection_in, student,
};
use crate::statements;

const STATES: [fn() -> ApplicationState; 5] = [
    || ApplicationState::AwaitingAdministrator,
    || ApplicationState::RejectedByAdministrator { at: after(1) },
    || ApplicationState::AwaitingLandlord { at: after(2) },
    || ApplicationState::Approved { administrator_approved_at: after(3), at: after(4) },
    || ApplicationState::RejectedByLandlord { administrator_approved_at: after(5), at: after(6) },
];

/// Two landlords with one listing each; five students applied to both, one per state.
struct Fixture {
    context: TestContext,
    landlords: [User; 2],
    listings: [Listing; 2],
    students: Vec<User>,
    all: Vec<Application>,
}

impl Fixture {
    async fn new() -> Self {
        let context = TestContext::new().await;
        let landlords = [landlord(1), landlord(2)];
        for landlord in &landlords {
            context.add_user(landlord).await;
        }
        let listings = [
            listing(10, &landlords[0], ListingStatus::Available),
            listing(20, &landlords[1], ListingStatus::Available),
        ];
        context.add_listings(&listings).await;
        let mut all = Vec::new();
        let students: Vec<_> = (100..105).map(student).collect();
        for (k, student) in students.iter().enumerate() {
            context.add_user(student).await;
            for (listing, first) in listings.iter().zip([1_000, 2_000]) {
                let application = application(first + k as u128, student, listing, STATES[k]());
                context.add_application(&application).await;
                all.push(application);
            }
        }
        Self { context, landlords, listings, students, all }
    }

    async fn listed(&self, query: &ApplicationListQuery) -> (Vec<u128>, u64) {
        self.listed_in(ApplicationScope::Administrator, query).await
    }

    async fn listed_in(&self, scope: ApplicationScope, query: &ApplicationListQuery) -> (Vec<u128>, u64) {
        let list = self.context.store.list_applications(scope, query).await.unwrap();
        (list.rows.iter().map(|row| row.application.id.0.as_u128()).collect(), list.total)
    }

    async fn found(&self, scope: ApplicationScope, keyword: &str) -> Vec<u128> {
        let query = ApplicationListQuery { keyword: Some(keyword.to_owned()), ..everything() };
        self.listed_in(scope, &query).await.0
    }

    fn by_landlord(&self, n: usize) -> ApplicationScope {
        ApplicationScope::Landlord(self.landlords[n].id)
    }

    fn by_student(&self, n: usize) -> ApplicationScope {
        ApplicationScope::Student(self.students[n].id)
    }
}

fn everything() -> ApplicationListQuery {
    ApplicationListQuery {
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        listing: None,
        sort: ascending(ApplicationSortField::DateCreated),
        page: page(0, 100),
    }
}

#[tokio::test]
async fn find_application_returns_every_state_with_student_and_landlord() {
    let fixture = Fixture::new().await;
    for application in &fixture.all {
        let found = fixture.context.store.find_application(application.id).await.unwrap().unwrap();
        assert_eq!(found.application, *application);
        let (student, landlord) = (found.student.unwrap(), found.landlord.unwrap());
        assert_eq!(Some(student.id), application.student_id);
        assert_eq!(Some(landlord.id), application.landlord_id);
        let user = fixture.students.iter().find(|user| user.id == student.id).unwrap();
        assert_eq!(student.email.as_deref(), Some(user.email.as_str()));
        assert_eq!((student.phone_number, student.about_me), (user.phone_number.clone(), user.about_me.clone()));
        assert_eq!((student.gender, student.date_of_birth), (Some(user.gender), user.date_of_birth));
        let locked = fixture.context.begin().await.applications().find_for_update(application.id).await.unwrap();
        assert_eq!(locked.as_ref(), Some(application));
    }
    let unknown = ApplicationId(uuid::Uuid::from_u128(9));
    assert_eq!(fixture.context.store.find_application(unknown).await.unwrap(), None);
}

#[tokio::test]
async fn generated_badge_equals_domain_badge() {
    let fixture = Fixture::new().await;
    let query = "SELECT administrator_decision, landlord_decision, badge FROM applications";
    for row in fixture.context.client.query(query, &[]).await.unwrap() {
        let [administrator, landlord, stored] = [0, 1, 2].map(|k| Decision::parse(row.get(k)).unwrap());
        assert_eq!(stored, badge(administrator, landlord));
    }
}

#[tokio::test]
async fn save_application_stores_every_state_and_checks_reject_inconsistent_ones() {
    let fixture = Fixture::new().await;
    let mut application = fixture.all[0].clone();
    for state in STATES {
        application.state = state();
        application.rejection = rejection_in(application.state);
        application.last_modified = after(99);
        let mut work = fixture.context.begin().await;
        work.applications().save(&application).await.unwrap();
        work.commit().await.unwrap();
        let saved = fixture.context.store.find_application(application.id).await.unwrap().unwrap().application;
        assert_eq!(saved, application);
    }
    for inconsistent in [
        "administrator_decision = 'PENDING', administrator_decided_at = NULL",
        "administrator_decided_at = NULL",
        "landlord_decided_at = NULL",
        "landlord_decision = 'PENDING'",
    ] {
        let update = format!("UPDATE applications SET {inconsistent} WHERE landlord_decision = 'APPROVED'");
        assert!(fixture.context.client.batch_execute(&update).await.is_err(), "{inconsistent}");
    }
}

#[tokio::test]
async fn save_all_stores_each_application_with_one_statement() {
    statements::record();
    let fixture = Fixture::new().await;
    // The states in another order, and what the deletion of a listing changes.
    let mut changed = fixture.all.clone();
    for (application, state) in changed.iter_mut().zip(STATES.iter().rev().cycle()) {
        application.state = state();
        application.rejection = rejection_in(application.state);
        application.letter = None;
        application.listing_id = None;
        application.last_modified = after(99);
    }
    let mut work = fixture.context.begin().await;
    statements::take_sent();
    work.applications().save_all(&changed).await.unwrap();
    assert_eq!(statements::take_sent().len(), 1);
    work.applications().save_all(&[]).await.unwrap();
    assert_eq!(statements::take_sent(), Vec::<String>::new());
    work.commit().await.unwrap();
    for application in changed {
        let saved = fixture.context.store.find_application(application.id).await.unwrap().unwrap().application;
        assert_eq!(saved, application);
    }
}

#[tokio::test]
async fn save_all_with_unknown_application_is_corrupt() {
    let fixture = Fixture::new().await;
    let mut unknown = fixture.all[0].clone();
    unknown.id.0 = uuid::Uuid::from_u128(77);
    let mut work = fixture.context.begin().await;
    let saved = work.applications().save_all(&[fixture.all[1].clone(), unknown]).await;
    assert!(matches!(saved, Err(StoreError::Corrupt(_))), "{saved:?}");
}

#[tokio::test]
async fn insert_second_application_is_a_conflict_until_first_is_deleted() {
    let fixture = Fixture::new().await;
    let first = &fixture.all[0];
    let mut second = first.clone();
    second.id.0 = uuid::Uuid::from_u128(77);
    let error = fixture.context.begin().await.applications().insert(&second).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict(constraint) if constraint == APPLICATION_EXISTS));
    let mut work = fixture.context.begin().await;
    work.applications().delete(first.id).await.unwrap();
    work.applications().insert(&second).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(fixture.context.store.find_application(first.id).await.unwrap(), None);
}

#[tokio::test]
async fn list_open_for_update_locks_in_order_of_ids() {
    let fixture = Fixture::new().await;
    let mut work = fixture.context.begin().await;
    let open = work.applications().list_open_for_update(fixture.listings[0].id).await.unwrap();
    let ids: Vec<_> = open.iter().map(|open| open.id.0.as_u128()).collect();
    assert_eq!(ids, [1_000, 1_002]);
    assert!(open.iter().all(|open| open.state.is_open()));
    let unlocked = "SELECT count(*) FROM (SELECT FROM applications FOR UPDATE SKIP LOCKED) AS free";
    assert_eq!(fixture.context.query_value::<i64>(unlocked).await, 8);
}

#[tokio::test]
async fn list_applications_is_limited_to_scope() {
    let fixture = Fixture::new().await;
    let list = async |scope| fixture.listed_in(scope, &everything()).await;
    assert_eq!(list(ApplicationScope::Administrator).await.1, 10);
    // Landlords see only forwarded applications.
    assert_eq!(list(fixture.by_landlord(0)).await, (vec![1_002, 1_003, 1_004], 3));
    assert_eq!(list(fixture.by_student(1)).await, (vec![1_001, 2_001], 2));
}

#[tokio::test]
async fn list_applications_filters_by_badge_and_decisions() {
    use Decision::{Approved, Pending, Rejected};
    let fixture = Fixture::new().await;
    let scope = fixture.by_landlord(0);
    let base = || ApplicationListQuery { keyword: Some("Zimmer 20".to_owned()), ..everything() };
    let badges = |badges| ApplicationListQuery { badges, ..base() };
    assert_eq!(fixture.listed(&badges(vec![Pending])).await.0, [2_000, 2_002]);
    assert_eq!(fixture.listed(&badges(vec![Rejected])).await.0, [2_001, 2_004]);
    assert_eq!(fixture.listed(&badges(vec![Approved, Rejected])).await.0, [2_001, 2_003, 2_004]);
    let administrator = |decisions| ApplicationListQuery { administrator_decisions: decisions, ..base() };
    assert_eq!(fixture.listed(&administrator(vec![Pending])).await.0, [2_000]);
    assert_eq!(fixture.listed(&administrator(vec![Approved])).await.0, [2_002, 2_003, 2_004]);
    let both = ApplicationListQuery { landlord_decisions: vec![Pending], ..administrator(vec![Approved, Rejected]) };
    assert_eq!(fixture.listed(&both).await.0, [2_001, 2_002]);
    let landlords = ApplicationListQuery { landlord_decisions: vec![Approved], ..everything() };
    assert_eq!(fixture.listed_in(scope, &landlords).await.0, [1_003]);
}

#[tokio::test]
async fn list_applications_filters_by_listing_within_scope() {
    let fixture = Fixture::new().await;
    let of = |n: usize| ApplicationListQuery { listing: Some(fixture.listings[n].id), ..everything() };
    assert_eq!(fixture.listed(&of(1)).await, (vec![2_000, 2_001, 2_002, 2_003, 2_004], 5));
    let first_page = ApplicationListQuery { page: page(0, 2), ..of(1) };
    assert_eq!(fixture.listed(&first_page).await.1, 5, "not the counted total of all listings");
    let (own, other) = (fixture.by_landlord(0), fixture.by_landlord(1));
    assert_eq!(fixture.listed_in(own, &of(0)).await, (vec![1_002, 1_003, 1_004], 3));
    assert_eq!(fixture.listed_in(other, &of(0)).await, (Vec::new(), 0));
    let pending = ApplicationListQuery { landlord_decisions: vec![Decision::Pending], ..of(0) };
    assert_eq!(fixture.listed_in(own, &pending).await, (vec![1_002], 1));
}

#[tokio::test]
async fn list_applications_keyword_matches_only_visible_text() {
    let fixture = Fixture::new().await;
    let administrator = ApplicationScope::Administrator;
    assert_eq!(fixture.found(administrator, "first 103 LAST 103").await, [1_003, 2_003]);
    let grace =
        User { first_name: "Grâce".to_owned(), last_name: "Höpper".to_owned(), ..fixture.landlords[1].clone() };
    fixture.context.save_user(&grace).await;
    for keyword in ["Grâce Höpper", "hopper GRACE", "hoepper"] {
        let expected = [2_000, 2_001, 2_002, 2_003, 2_004];
        assert_eq!(fixture.found(administrator, keyword).await, expected, "{keyword}");
    }
    assert_eq!(
        fixture.found(administrator, "zimmer hopper 103").await,
        [2_003],
        "words of title, landlord and student"
    );
    assert_eq!(fixture.found(administrator, "user-104@").await, [1_004, 2_004]);
    assert_eq!(fixture.found(administrator, "zimmer 20").await.len(), 5);
    assert_eq!(fixture.found(administrator, "_").await, Vec::<u128>::new());
    assert_eq!(fixture.found(administrator, "Letter").await, Vec::<u128>::new());

    let landlord = fixture.by_landlord(0);
    assert_eq!(fixture.found(landlord, "last 103").await, [1_003]);
    assert_eq!(fixture.found(landlord, "zimmer").await.len(), 3);
    assert_eq!(fixture.found(landlord, "user-103@").await, Vec::<u128>::new());
    assert_eq!(fixture.found(landlord, "last 1").await.len(), 3);
    assert_eq!(fixture.found(fixture.by_landlord(1), "103 zimmer last").await, [2_003]);
    assert_eq!(fixture.found(fixture.by_landlord(1), "hopper").await, Vec::<u128>::new());

    let student = fixture.by_student(3);
    assert_eq!(fixture.found(student, "zimmer 20").await, [2_003]);
    assert_eq!(fixture.found(student, "last").await, Vec::<u128>::new());
}

#[tokio::test]
async fn list_applications_pages_of_every_sort_are_complete_and_disjoint() {
    use ApplicationSortField as By;
    let fixture = Fixture::new().await;
    for by in [
        By::StudentFirstName,
        By::StudentLastName,
        By::StudentEmail,
        By::ListingTitle,
        By::DateCreated,
        By::LastModified,
    ] {
        for direction in BOTH {
            let mut seen = Vec::new();
            for number in 0..4 {
                let filter =
                    ApplicationListQuery { sort: Sort { by, direction }, page: page(number, 3), ..everything() };
                let (ids, total) = fixture.listed(&filter).await;
                assert_eq!(total, 10);
                seen.extend(ids);
            }
            let mut expected: Vec<u128> = fixture.all.iter().map(|application| application.id.0.as_u128()).collect();
            // Names, emails and times sort like the last digits of the id, titles like the whole
            // id.
            expected.sort_by_key(|id| if by == By::ListingTitle { (0, *id) } else { (id % 1_000, *id) });
            if direction == BOTH[1] {
                expected.reverse();
            }
            assert_eq!(seen, expected, "{by:?} {direction:?}");
        }
    }
    let beyond = ApplicationListQuery { page: page(7, 3), ..everything() };
    assert_eq!(fixture.listed(&beyond).await, (Vec::new(), 10));
}

#[tokio::test]
async fn delete_users_and_listings_keeps_applications() {
    let fixture = Fixture::new().await;
    let application = &fixture.all[6];
    fixture.context.run("DELETE FROM users WHERE first_name = 'First 103'").await;
    let found = fixture.context.store.find_application(application.id).await.unwrap().unwrap();
    assert_eq!((found.application.student_id, found.student), (None, None));
    assert!(found.landlord.is_some());
    let filter = ApplicationListQuery { sort: descending(ApplicationSortField::StudentLastName), ..everything() };
    assert_eq!(fixture.listed(&filter).await.1, 10);
    assert_eq!(fixture.found(ApplicationScope::Administrator, "zimmer 20").await.len(), 5);

    fixture.context.run("DELETE FROM listings; DELETE FROM users WHERE first_name = 'First 1'").await;
    let found = fixture.context.store.find_application(application.id).await.unwrap().unwrap();
    assert_eq!((found.application.landlord_id, found.landlord), (None, None));
}

#[tokio::test]
async fn list_applications_number_of_statements_does_not_depend_on_page_size() {
    statements::record();
    let fixture = Fixture::new().await;
    for size in [1, 5, 9] {
        statements::take_sent();
        fixture.listed(&ApplicationListQuery { page: page(0, size), ..everything() }).await;
        // Rows and total; users, listings and images.
        assert_eq!(statements::take_sent().len(), 5, "{size} rows");
    }
}
