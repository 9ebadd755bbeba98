use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bytes::Bytes;
use portal_domain::ids::ListingId;
use portal_domain::listing::ListingStatus;
use portal_services::paging::Page;
use portal_services::ports::{Credentials, EncodedImage, PasswordHash};
use portal_services::testing::{MockPorts, MockUnitOfWork};
use uuid::Uuid;

use super::*;

#[derive(Default)]
struct Steps(AtomicU64);

impl Progress for Steps {
    fn begin(&self, _: &str, _: u64) {
        self.0.store(0, Ordering::Relaxed);
    }

    fn advance(&self, steps: u64) {
        self.0.fetch_add(steps, Ordering::Relaxed);
    }
}

fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> MockPorts {
    let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
    ports
        .images
        .expect_serve()
        .returning(|_, _, _| Ok(EncodedImage { bytes: Bytes::from_static(b"pixels"), content_type: "image/jpeg" }));
    ports.listings.expect_list_listings().returning(|_, _| Ok(Page { rows: Vec::new(), total: 200 }));
    ports
}

fn active_landlords() -> usize {
    LANDLORDS.iter().filter(|landlord| landlord.is_active()).count()
}

/// Every demo landlord is a user of this role and status.
fn with_landlords(mut ports: MockPorts, role: Role, status: UserStatus) -> MockPorts {
    ports.users.expect_find_credentials().times(active_landlords()).returning(move |email| {
        let user_id = UserId(Uuid::from_u128(email.as_str().bytes().map(u128::from).sum()));
        Ok(Some(Credentials { user_id, role, status, password: None }))
    });
    ports
}

fn expecting_insert(size: usize) -> MockUnitOfWork {
    let mut work = MockUnitOfWork::committed();
    work.listings.expect_insert().once().withf(move |listings| listings.len() == size).returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn seed_listings_stores_listings_in_batches() {
    let works = [
        expecting_insert(1_000),
        expecting_insert(1_000),
        expecting_insert(1_000),
        expecting_insert(1_000),
        expecting_insert(1),
    ];
    let ports = with_landlords(ports(works), Role::Landlord, UserStatus::Active);
    let steps = Steps::default();
    let summary = seed_listings(&ports.build(), 4_001, &steps).await.unwrap();
    assert_eq!(summary, Summary { users: 0, listings: 4_001, applications: 0 });
    assert_eq!(steps.0.load(Ordering::Relaxed), 4_001);
}

#[tokio::test]
async fn seed_listings_of_zero_stores_nothing() {
    let ports = with_landlords(ports([]), Role::Landlord, UserStatus::Active);
    assert_eq!(seed_listings(&ports.build(), 0, &Steps::default()).await.unwrap(), Summary::default());
}

#[tokio::test]
async fn seed_listings_inserts_missing_landlords() {
    let mut landlords = MockUnitOfWork::committed();
    landlords
        .users
        .expect_insert()
        .times(active_landlords())
        .withf(|user, password| (user.role, user.status) == (Role::Landlord, UserStatus::Active) && password.is_some())
        .returning(|_, _| Ok(()));
    landlords.registrations.expect_insert().times(active_landlords()).returning(|_| Ok(()));
    let mut ports = ports([landlords, expecting_insert(10)]);
    ports.users.expect_find_credentials().returning(|_| Ok(None));
    ports.passwords.expect_hash().once().returning(|_| Ok(PasswordHash("hash".to_owned())));
    let summary = seed_listings(&ports.build(), 10, &Steps::default()).await.unwrap();
    assert_eq!((summary.users, summary.listings), (active_landlords(), 10));
}

#[tokio::test]
async fn seed_listings_fails_without_active_landlord() {
    for (role, status) in [(Role::Landlord, UserStatus::Inactive), (Role::Student, UserStatus::Active)] {
        let ports = with_landlords(ports([]), role, status);
        let outcome = seed_listings(&ports.build(), 10, &Steps::default()).await;
        assert!(matches!(outcome, Err(SeedError::NoLandlord)), "{role} {status}");
    }
}

#[tokio::test]
async fn seed_listings_makes_seventy_percent_available_with_unique_ids() {
    let mut work = MockUnitOfWork::committed();
    work.listings
        .expect_insert()
        .once()
        .withf(|listings| {
            let available = listings.iter().filter(|listing| listing.status == ListingStatus::Available).count();
            let ids: std::collections::HashSet<ListingId> = listings.iter().map(|listing| listing.id).collect();
            (680..=720).contains(&available) && ids.len() == 1_000
        })
        .returning(|_| Ok(()));
    let ports = with_landlords(ports([work]), Role::Landlord, UserStatus::Active);
    seed_listings(&ports.build(), 1_000, &Steps::default()).await.unwrap();
}

#[tokio::test]
async fn seed_listings_generates_other_listings_in_second_run() {
    let added = Arc::new(Mutex::new(Vec::new()));
    for total in [200, 210] {
        let mut work = MockUnitOfWork::committed();
        let pushed = Arc::clone(&added);
        work.listings.expect_insert().once().returning(move |listings| {
            let offered = listings.iter().map(|listing| (listing.facts.clone(), listing.texts.clone()));
            pushed.lock().unwrap().push(offered.collect::<Vec<_>>());
            Ok(())
        });
        let mut ports = with_landlords(ports([work]), Role::Landlord, UserStatus::Active);
        ports.listings.checkpoint();
        ports.listings.expect_list_listings().once().returning(move |_, _| Ok(Page { rows: Vec::new(), total }));
        seed_listings(&ports.build(), 10, &Steps::default()).await.unwrap();
    }
    let added = added.lock().unwrap();
    assert_ne!(added[0], added[1]);
}
