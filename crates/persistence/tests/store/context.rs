//! The test context: a database with store and search, and functions that create test data.

use std::fmt::Debug;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::application::{Application, ApplicationState, Decision};
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::locale::Locale;
use portal_domain::rejection::{Rejection, Reviewer};
use portal_domain::user::{Email, Gender, Role, User, UserAddress, UserStatus};
use portal_persistence::testing::TestDatabase;
use portal_persistence::{PgSearch, PgStore};
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Store, UnitOfWork};
use portal_services::testing::{MockPorts, samples};
use tokio_postgres::Client;
use uuid::Uuid;

pub(crate) struct TestContext {
    pub database: TestDatabase,
    pub store: PgStore,
    pub search: PgSearch,
    /// A connection outside of the pool, for assertions and direct changes.
    pub client: Client,
}

impl TestContext {
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::create().await;
        let pool = database.pool();
        let client = database.client().await;
        Self { store: PgStore::new(pool.clone()), search: PgSearch::new(pool), client, database }
    }

    pub(crate) async fn begin(&self) -> Box<dyn UnitOfWork> {
        self.store.begin().await.unwrap()
    }

    pub(crate) async fn add_user(&self, user: &User) {
        let mut work = self.begin().await;
        work.users().insert(user, None).await.unwrap();
        work.commit().await.unwrap();
    }

    pub(crate) async fn save_user(&self, user: &User) {
        let mut work = self.begin().await;
        work.users().save(user).await.unwrap();
        work.commit().await.unwrap();
    }

    pub(crate) async fn add_listings(&self, listings: &[Listing]) {
        let mut work = self.begin().await;
        work.listings().insert(listings).await.unwrap();
        work.commit().await.unwrap();
    }

    pub(crate) async fn save_listing(&self, listing: &Listing) {
        let mut work = self.begin().await;
        work.listings().save(listing).await.unwrap();
        work.commit().await.unwrap();
    }

    pub(crate) async fn delete_listing(&self, id: ListingId) {
        let mut work = self.begin().await;
        work.listings().delete(id).await.unwrap();
        work.commit().await.unwrap();
    }

    pub(crate) async fn find_listing(&self, id: ListingId) -> Option<Listing> {
        self.begin().await.listings().find_for_update(id).await.unwrap()
    }

    pub(crate) async fn add_application(&self, application: &Application) {
        let mut work = self.begin().await;
        work.applications().insert(application).await.unwrap();
        work.commit().await.unwrap();
    }

    /// The first column of the first row.
    pub(crate) async fn query_value<T: for<'a> tokio_postgres::types::FromSql<'a>>(&self, query: &str) -> T {
        self.client.query_one(query, &[]).await.unwrap().get(0)
    }

    /// Vacuums a table until all of its pages are marked all-visible. Several runs can be needed:
    /// sessions of other tests that are starting belong to no database yet, and their snapshots
    /// hold the vacuum back.
    pub(crate) async fn vacuum(&self, table: &str) {
        for _ in 0..100 {
            // FREEZE waits for pages that are being written instead of skipping them.
            self.run(&format!("VACUUM (FREEZE, ANALYZE) {table}")).await;
            let left = format!("SELECT relpages - relallvisible FROM pg_class WHERE oid = '{table}'::regclass");
            if self.query_value::<i32>(&left).await == 0 {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
        panic!("failed to vacuum {table} completely");
    }

    /// Waits until a statement waits for a lock.
    pub(crate) async fn wait_for_lock_wait(&self) {
        wait_for_lock_wait(&self.client, true).await;
    }

    /// Drops this call as soon as it waits for a lock; fails if it ends before.
    pub(crate) async fn cancel_in_lock_wait<T: Debug>(&self, call: impl Future<Output = T>) {
        tokio::select! {
            ended = call => panic!("it did not wait for a lock: {ended:?}"),
            () = self.wait_for_lock_wait() => {}
        }
    }

    pub(crate) async fn run(&self, statement: &str) {
        self.client.batch_execute(statement).await.unwrap();
    }
}

/// Waits until a statement in the client's database waits for a lock, or none does.
pub(crate) async fn wait_for_lock_wait(client: &Client, waits: bool) {
    let waiting = "SELECT count(*) > 0 FROM pg_stat_activity \
                   WHERE datname = current_database() AND wait_event_type = 'Lock'";
    for _ in 0..2_000 {
        if client.query_one(waiting, &[]).await.unwrap().get::<_, bool>(0) == waits {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("a statement waits for a lock: not {waits}");
}

pub(crate) fn now() -> DateTime<Utc> {
    MockPorts::now()
}

pub(crate) fn after(seconds: i64) -> DateTime<Utc> {
    now() + TimeDelta::seconds(seconds)
}

/// A user whose fields contain `n`.
pub(crate) fn user(n: u128, role: Role) -> User {
    User {
        id: UserId(Uuid::from_u128(n)),
        email: Email::parse(&format!("user-{n}@portal.test")).unwrap(),
        first_name: format!("First {n}"),
        last_name: format!("Last {n}"),
        gender: Gender::Female,
        date_of_birth: NaiveDate::from_ymd_opt(2004, 12, 10),
        phone_number: Some(format!("0151 {n}")),
        role,
        status: UserStatus::Active,
        about_me: (role == Role::Student).then(|| format!("I study {n}.")),
        address: (role == Role::Landlord).then(|| UserAddress {
            street: "Ringstraße".to_owned(),
            house_number: n.to_string(),
            postal_code: "80539".to_owned(),
            city: "München".to_owned(),
        }),
        locale: Locale::English,
        date_created: now(),
        last_modified: now(),
    }
}

pub(crate) fn landlord(n: u128) -> User {
    user(n, Role::Landlord)
}

pub(crate) fn student(n: u128) -> User {
    user(n, Role::Student)
}

pub(crate) fn listing(n: u128, landlord: &User, status: ListingStatus) -> Listing {
    let mut listing = samples::listing(status);
    listing.id = ListingId(Uuid::from_u128(n));
    listing.landlord_id = landlord.id;
    listing.facts.title = format!("Zimmer {n}");
    for (image, k) in listing.images.iter_mut().zip(0..) {
        image.id.0 = Uuid::from_u128(n * 100 + k);
        image.location = format!("/{n}-{k}.jpg");
    }
    listing
}

pub(crate) fn application(n: u128, student: &User, listing: &Listing, state: ApplicationState) -> Application {
    Application {
        id: ApplicationId(Uuid::from_u128(n)),
        student_id: Some(student.id),
        landlord_id: Some(listing.landlord_id),
        listing_id: Some(listing.id),
        listing_title: listing.facts.title.clone(),
        letter: Some(format!("Letter {n}")),
        state,
        rejection: rejection_in(state),
        date_created: after(i64::try_from(n).unwrap() % 1_000),
        last_modified: after(i64::try_from(n).unwrap() % 1_000),
    }
}

/// Who has rejected an application in this state, without a reason.
pub(crate) fn rejection_in(state: ApplicationState) -> Option<Rejection> {
    match state.badge() {
        Decision::Rejected if state.landlord_decision() == Decision::Rejected => {
            Some(Rejection::by(Reviewer::Landlord))
        }
        Decision::Rejected => Some(Rejection::by(Reviewer::Administrator)),
        Decision::Pending | Decision::Approved => None,
    }
}

pub(crate) const fn ascending<F>(by: F) -> Sort<F> {
    Sort { by, direction: SortDirection::Ascending }
}

pub(crate) const fn descending<F>(by: F) -> Sort<F> {
    Sort { by, direction: SortDirection::Descending }
}

pub(crate) const fn page(page: u32, size: u32) -> PageRequest {
    PageRequest { page, size }
}

pub(crate) const BOTH: [SortDirection; 2] = [SortDirection::Ascending, SortDirection::Descending];
