//! Many generated listings, for load tests.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use futures_util::{StreamExt, TryStreamExt, stream};
use portal_domain::ids::UserId;
use portal_domain::listing::Listing;
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::Ports;
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Identifiers, ListingListQuery, ListingSortField};
use tokio::task::{self, JoinError, JoinHandle};

use super::content::cities::Cities;
use super::content::users::{LANDLORDS, Landlord, PASSWORD};
use super::listings::ListingGenerator;
use super::offers::OfferGenerator;
use super::random::SeededRng;
use super::{Progress, SeedError, Summary, accounts, images};

/// Listings of one transaction.
const BATCH: u32 = 1_000;

/// Batches that are generated in advance.
const GENERATED_AHEAD: usize = 2;

/// Batches that are stored at the same time: while the database works on one, the search words of
/// the other are computed.
const CONCURRENT_BATCHES: usize = 2;

type Owners = Arc<Vec<(UserId, &'static Landlord)>>;

/// Adds so many listings of the demo landlords with the demo images, and inserts missing landlords
/// and images.
pub async fn seed_listings(ports: &Ports, count: u32, progress: &dyn Progress) -> Result<Summary, SeedError> {
    let cities = Cities::load()?;
    images::store(ports, progress).await?;
    let (owners, users) = find_or_insert_landlords(ports, cities).await?;
    let owners: Owners = Arc::new(owners);
    let existing = count_listings(ports).await?;
    progress.begin("Adding listings", u64::from(count));
    let sizes = (0..count).step_by(BATCH as usize).map(|first| (first, BATCH.min(count - first)));
    stream::iter(sizes)
        .map(|(first, size)| spawn_generator(ports, cities, Arc::clone(&owners), existing + u64::from(first), size))
        .buffered(GENERATED_AHEAD)
        .map(|batch| store(ports, batch))
        .buffer_unordered(CONCURRENT_BATCHES)
        .try_for_each(async |stored| {
            progress.advance(stored as u64);
            Ok(())
        })
        .await?;
    Ok(Summary { users, listings: count as usize, applications: 0 })
}

/// Generates a batch on another thread. Batches are independent, so each has its own seed.
fn spawn_generator(ports: &Ports, cities: Cities, owners: Owners, seed: u64, size: u32) -> JoinHandle<Vec<Listing>> {
    let (ids, now): (Arc<dyn Identifiers>, _) = (Arc::clone(&ports.identifiers), ports.clock.now());
    task::spawn_blocking(move || generate_batch(ids.as_ref(), now, cities, &owners, seed, size))
}

/// Generates listings of random owners.
pub(crate) fn generate_batch(
    ids: &dyn Identifiers,
    now: DateTime<Utc>,
    cities: Cities,
    owners: &[(UserId, &'static Landlord)],
    seed: u64,
    size: u32,
) -> Vec<Listing> {
    let mut rng = SeededRng::new(seed);
    let mut offers = OfferGenerator::new(cities, seed);
    let mut listings = ListingGenerator::new(ids, now, seed);
    let generate = |_| {
        let (owner, landlord) = rng.pick(owners);
        listings.generate(*owner, offers.generate(landlord))
    };
    (0..size).map(generate).collect()
}

async fn store(ports: &Ports, batch: Result<Vec<Listing>, JoinError>) -> Result<usize, SeedError> {
    let listings = batch.map_err(SeedError::Thread)?;
    let mut work = ports.store.begin().await?;
    work.listings().insert(&listings).await?;
    work.commit().await?;
    Ok(listings.len())
}

/// The number of listings is the first seed, so that a second run generates other listings.
async fn count_listings(ports: &Ports) -> Result<u64, SeedError> {
    let filter = ListingListQuery {
        keyword: None,
        statuses: Vec::new(),
        sort: Sort { by: ListingSortField::DateCreated, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size: 1 },
    };
    Ok(ports.listings.list_listings(None, &filter).await?.total)
}

/// The active demo landlords, and how many of them were inserted.
async fn find_or_insert_landlords(
    ports: &Ports,
    cities: Cities,
) -> Result<(Vec<(UserId, &'static Landlord)>, usize), SeedError> {
    let accounts = accounts::generate(cities, ports.identifiers.as_ref(), ports.clock.now());
    let (mut owners, mut missing) = (Vec::new(), Vec::new());
    for (landlord, user) in LANDLORDS.iter().zip(accounts.landlords).filter(|(landlord, _)| landlord.is_active()) {
        match ports.users.find_credentials(&user.email).await? {
            Some(found) if (found.role, found.status) == (Role::Landlord, UserStatus::Active) => {
                owners.push((found.user_id, landlord));
            }
            Some(_) => {}
            None => {
                owners.push((user.id, landlord));
                missing.push(user);
            }
        }
    }
    if owners.is_empty() {
        return Err(SeedError::NoLandlord);
    }
    insert_landlords(ports, &missing, &accounts.registrations).await?;
    Ok((owners, missing.len()))
}

async fn insert_landlords(ports: &Ports, landlords: &[User], registrations: &[Registration]) -> Result<(), SeedError> {
    if landlords.is_empty() {
        return Ok(());
    }
    let password = ports.passwords.hash(PASSWORD.to_owned()).await?;
    let mut work = ports.store.begin().await?;
    for landlord in landlords {
        work.users().insert(landlord, Some(password.clone())).await?;
        for registration in registrations.iter().filter(|registration| registration.user_id == landlord.id) {
            work.registrations().insert(registration).await?;
        }
    }
    Ok(work.commit().await?)
}

#[cfg(test)]
mod tests {
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
            .withf(|user, password| {
                (user.role, user.status) == (Role::Landlord, UserStatus::Active) && password.is_some()
            })
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
}
