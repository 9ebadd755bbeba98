//! Applications.

use portal_domain::application::{Application, ApplicationState, Decision, badge};
use portal_domain::ids::ApplicationId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::user::User;
use portal_services::paging::Sort;
use portal_services::ports::{
    APPLICATION_EXISTS, ApplicationFilter, ApplicationQueries, ApplicationScope, ApplicationSortField, StoreError,
};

use crate::statements;
use crate::world::{BOTH, World, after, application, ascending, descending, landlord, listing, page, student};

const STATES: [fn() -> ApplicationState; 5] = [
    || ApplicationState::Sent,
    || ApplicationState::Declined { at: after(1) },
    || ApplicationState::Forwarded { at: after(2) },
    || ApplicationState::Approved { forwarded_at: after(3), at: after(4) },
    || ApplicationState::Rejected { forwarded_at: after(5), at: after(6) },
];

/// Two landlords with a listing each, and five students who applied to both, one in each state.
struct Town {
    world: World,
    landlords: [User; 2],
    listings: [Listing; 2],
    students: Vec<User>,
    all: Vec<Application>,
}

impl Town {
    async fn new() -> Self {
        let world = World::new().await;
        let landlords = [landlord(1), landlord(2)];
        for landlord in &landlords {
            world.add_user(landlord).await;
        }
        let listings = [
            listing(10, &landlords[0], ListingStatus::Available),
            listing(20, &landlords[1], ListingStatus::Available),
        ];
        world.add_listings(&listings).await;
        let mut all = Vec::new();
        let students: Vec<_> = (100..105).map(student).collect();
        for (k, student) in students.iter().enumerate() {
            world.add_user(student).await;
            for (listing, first) in listings.iter().zip([1_000, 2_000]) {
                let application = application(first + k as u128, student, listing, STATES[k]());
                world.add_application(&application).await;
                all.push(application);
            }
        }
        Self { world, landlords, listings, students, all }
    }

    async fn listed(&self, filter: &ApplicationFilter) -> (Vec<u128>, u64) {
        let list = self.world.store.list_applications(filter).await.unwrap();
        (list.rows.iter().map(|row| row.application.id.0.as_u128()).collect(), list.total)
    }

    async fn found(&self, scope: ApplicationScope, keyword: &str) -> Vec<u128> {
        let filter = ApplicationFilter { scope, keyword: Some(keyword.to_owned()), ..everything() };
        self.listed(&filter).await.0
    }

    fn by_landlord(&self, n: usize) -> ApplicationScope {
        ApplicationScope::Landlord(self.landlords[n].id)
    }

    fn by_student(&self, n: usize) -> ApplicationScope {
        ApplicationScope::Student(self.students[n].id)
    }
}

fn everything() -> ApplicationFilter {
    ApplicationFilter {
        scope: ApplicationScope::Administrator,
        keyword: None,
        badges: Vec::new(),
        administrator_decisions: Vec::new(),
        landlord_decisions: Vec::new(),
        sort: ascending(ApplicationSortField::DateCreated),
        page: page(0, 100),
    }
}

#[tokio::test]
async fn every_state_comes_back_with_the_people_on_both_sides() {
    let town = Town::new().await;
    for application in &town.all {
        let view = town.world.store.find_application(application.id).await.unwrap().unwrap();
        assert_eq!(view.application, *application);
        let (student, landlord) = (view.student.unwrap(), view.landlord.unwrap());
        assert_eq!(Some(student.id), application.student_id);
        assert_eq!(Some(landlord.id), application.landlord_id);
        let person = town.students.iter().find(|person| person.id == student.id).unwrap();
        assert_eq!(student.email.as_deref(), Some(person.email.as_str()));
        assert_eq!((student.phone_number, student.about_me), (person.phone_number.clone(), person.about_me.clone()));
        assert_eq!((student.gender, student.date_of_birth), (Some(person.gender), person.date_of_birth));
        let locked = town.world.begin().await.applications().find_for_update(application.id).await.unwrap();
        assert_eq!(locked.as_ref(), Some(application));
    }
    let unknown = ApplicationId(uuid::Uuid::from_u128(9));
    assert_eq!(town.world.store.find_application(unknown).await.unwrap(), None);
}

#[tokio::test]
async fn the_stored_badge_is_the_domains() {
    let town = Town::new().await;
    let query = "SELECT administrator_decision, landlord_decision, badge FROM applications";
    for row in town.world.client.query(query, &[]).await.unwrap() {
        let [administrator, landlord, stored] = [0, 1, 2].map(|k| Decision::parse(row.get(k)).unwrap());
        assert_eq!(stored, badge(administrator, landlord));
    }
}

#[tokio::test]
async fn every_change_of_state_is_saved_and_impossible_ones_are_refused() {
    let town = Town::new().await;
    let mut application = town.all[0].clone();
    for state in STATES {
        application.state = state();
        application.last_modified = after(99);
        let mut work = town.world.begin().await;
        work.applications().save(&application).await.unwrap();
        work.commit().await.unwrap();
        let saved = town.world.store.find_application(application.id).await.unwrap().unwrap().application;
        assert_eq!(saved, application);
    }
    for impossible in [
        "administrator_decision = 'PENDING', administrator_decided_at = NULL",
        "administrator_decided_at = NULL",
        "landlord_decided_at = NULL",
        "landlord_decision = 'PENDING'",
    ] {
        let update = format!("UPDATE applications SET {impossible} WHERE landlord_decision = 'APPROVED'");
        assert!(town.world.client.batch_execute(&update).await.is_err(), "{impossible}");
    }
}

#[tokio::test]
async fn a_student_applies_to_a_listing_once_until_they_take_it_back() {
    let town = Town::new().await;
    let first = &town.all[0];
    let mut second = first.clone();
    second.id.0 = uuid::Uuid::from_u128(77);
    let error = town.world.begin().await.applications().insert(&second).await.unwrap_err();
    assert!(matches!(error, StoreError::Conflict(constraint) if constraint == APPLICATION_EXISTS));
    let mut work = town.world.begin().await;
    work.applications().delete(first.id).await.unwrap();
    work.applications().insert(&second).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(town.world.store.find_application(first.id).await.unwrap(), None);
}

#[tokio::test]
async fn open_applications_of_a_listing_come_locked_by_ascending_id() {
    let town = Town::new().await;
    let mut work = town.world.begin().await;
    let open = work.applications().list_open_for_update(town.listings[0].id).await.unwrap();
    let ids: Vec<_> = open.iter().map(|open| open.id.0.as_u128()).collect();
    assert_eq!(ids, [1_000, 1_002]);
    assert!(open.iter().all(|open| open.state.is_open()));
    let locked = "SELECT count(*) FROM (SELECT FROM applications FOR UPDATE SKIP LOCKED) AS free";
    assert_eq!(town.world.ask::<i64>(locked).await, 8);
}

#[tokio::test]
async fn each_reader_has_their_own_list() {
    let town = Town::new().await;
    let list = async |scope| town.listed(&ApplicationFilter { scope, ..everything() }).await;
    assert_eq!(list(ApplicationScope::Administrator).await.1, 10);
    // What no administrator has passed on is not the landlord's.
    assert_eq!(list(town.by_landlord(0)).await, (vec![1_002, 1_003, 1_004], 3));
    assert_eq!(list(town.by_student(1)).await, (vec![1_001, 2_001], 2));
}

#[tokio::test]
async fn filters_by_badge_and_by_either_decision() {
    use Decision::{Approved, Pending, Rejected};
    let town = Town::new().await;
    let scope = town.by_landlord(0);
    let base = || ApplicationFilter { keyword: Some("Zimmer 20".to_owned()), ..everything() };
    let badges = |badges| ApplicationFilter { badges, ..base() };
    assert_eq!(town.listed(&badges(vec![Pending])).await.0, [2_000, 2_002]);
    assert_eq!(town.listed(&badges(vec![Rejected])).await.0, [2_001, 2_004]);
    assert_eq!(town.listed(&badges(vec![Approved, Rejected])).await.0, [2_001, 2_003, 2_004]);
    let administrator = |decisions| ApplicationFilter { administrator_decisions: decisions, ..base() };
    assert_eq!(town.listed(&administrator(vec![Pending])).await.0, [2_000]);
    assert_eq!(town.listed(&administrator(vec![Approved])).await.0, [2_002, 2_003, 2_004]);
    let both = ApplicationFilter { landlord_decisions: vec![Pending], ..administrator(vec![Approved, Rejected]) };
    assert_eq!(town.listed(&both).await.0, [2_001, 2_002]);
    let landlords = ApplicationFilter { landlord_decisions: vec![Approved], scope, ..everything() };
    assert_eq!(town.listed(&landlords).await.0, [1_003]);
}

#[tokio::test]
async fn the_keyword_finds_what_the_reader_sees_and_nothing_else() {
    let town = Town::new().await;
    let everybody = ApplicationScope::Administrator;
    assert_eq!(town.found(everybody, "first 103 LAST 103").await, [1_003, 2_003]);
    let grace = User { first_name: "Grâce".to_owned(), last_name: "Höpper".to_owned(), ..town.landlords[1].clone() };
    town.world.save_user(&grace).await;
    for keyword in ["Grâce Höpper", "hopper GRACE", "hoepper"] {
        let theirs = [2_000, 2_001, 2_002, 2_003, 2_004];
        assert_eq!(town.found(everybody, keyword).await, theirs, "{keyword}");
    }
    assert_eq!(town.found(everybody, "zimmer hopper 103").await, [2_003], "a word each of title, landlord and student");
    assert_eq!(town.found(everybody, "person-104@").await, [1_004, 2_004]);
    assert_eq!(town.found(everybody, "zimmer 20").await.len(), 5);
    assert_eq!(town.found(everybody, "_").await, Vec::<u128>::new());
    assert_eq!(town.found(everybody, "Letter").await, Vec::<u128>::new());

    let landlord = town.by_landlord(0);
    assert_eq!(town.found(landlord, "last 103").await, [1_003]);
    assert_eq!(town.found(landlord, "zimmer").await.len(), 3);
    assert_eq!(town.found(landlord, "person-103@").await, Vec::<u128>::new());
    assert_eq!(town.found(landlord, "last 1").await.len(), 3);
    assert_eq!(town.found(town.by_landlord(1), "103 zimmer last").await, [2_003]);
    assert_eq!(town.found(town.by_landlord(1), "hopper").await, Vec::<u128>::new());

    let student = town.by_student(3);
    assert_eq!(town.found(student, "zimmer 20").await, [2_003]);
    assert_eq!(town.found(student, "last").await, Vec::<u128>::new());
}

#[tokio::test]
async fn every_order_is_right_and_its_pages_never_overlap() {
    use ApplicationSortField as By;
    let town = Town::new().await;
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
                let filter = ApplicationFilter { sort: Sort { by, direction }, page: page(number, 3), ..everything() };
                let (ids, total) = town.listed(&filter).await;
                assert_eq!(total, 10);
                seen.extend(ids);
            }
            let mut expected: Vec<u128> = town.all.iter().map(|application| application.id.0.as_u128()).collect();
            // Students and times are numbered alike, and so are listings and ids.
            expected.sort_by_key(|id| if by == By::ListingTitle { (0, *id) } else { (id % 1_000, *id) });
            if direction == BOTH[1] {
                expected.reverse();
            }
            assert_eq!(seen, expected, "{by:?} {direction:?}");
        }
    }
    let beyond = ApplicationFilter { page: page(7, 3), ..everything() };
    assert_eq!(town.listed(&beyond).await, (Vec::new(), 10));
}

#[tokio::test]
async fn applications_outlive_the_people() {
    let town = Town::new().await;
    let application = &town.all[6];
    town.world.run("DELETE FROM users WHERE first_name = 'First 103'").await;
    let view = town.world.store.find_application(application.id).await.unwrap().unwrap();
    assert_eq!((view.application.student_id, view.student), (None, None));
    assert!(view.landlord.is_some());
    let filter = ApplicationFilter { sort: descending(ApplicationSortField::StudentLastName), ..everything() };
    assert_eq!(town.listed(&filter).await.1, 10);
    assert_eq!(town.found(ApplicationScope::Administrator, "zimmer 20").await.len(), 5);

    town.world.run("DELETE FROM listings; DELETE FROM users WHERE first_name = 'First 1'").await;
    let view = town.world.store.find_application(application.id).await.unwrap().unwrap();
    assert_eq!((view.application.landlord_id, view.landlord), (None, None));
}

#[tokio::test]
async fn a_page_costs_the_same_few_statements_however_long_it_is() {
    statements::record();
    let town = Town::new().await;
    for size in [1, 5, 9] {
        statements::sent();
        town.listed(&ApplicationFilter { page: page(0, size), ..everything() }).await;
        // The rows and their number, and their people, listings and pictures.
        assert_eq!(statements::sent().len(), 5, "{size} rows");
    }
}
