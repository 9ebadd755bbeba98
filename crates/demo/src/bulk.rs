//! Many generated listings, for load tests.

use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use portal_domain::ids::UserId;
use portal_domain::listing::Listing;
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::Ports;
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Identifiers, ListingListQuery, ListingSortField};
use tokio::task::{self, JoinError, JoinHandle};

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
    images::store(ports, progress).await?;
    let (owners, users) = find_or_insert_landlords(ports).await?;
    let owners: Owners = Arc::new(owners);
    let existing = count_listings(ports).await?;
    progress.begin("Adding listings", u64::from(count));
    let sizes = (0..count).step_by(BATCH as usize).map(|first| (first, BATCH.min(count - first)));
    stream::iter(sizes)
        .map(|(first, size)| spawn_generator(ports, Arc::clone(&owners), existing + u64::from(first), size))
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
fn spawn_generator(ports: &Ports, owners: Owners, seed: u64, size: u32) -> JoinHandle<Vec<Listing>> {
    let (ids, now): (Arc<dyn Identifiers>, _) = (Arc::clone(&ports.identifiers), ports.clock.now());
    task::spawn_blocking(move || {
        let mut rng = SeededRng::new(seed);
        let mut offers = OfferGenerator::new(seed);
        let mut listings = ListingGenerator::new(ids.as_ref(), now, seed);
        let generate = |_| {
            let (owner, landlord) = rng.pick(&owners);
            listings.generate(*owner, offers.generate(landlord))
        };
        (0..size).map(generate).collect()
    })
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
async fn find_or_insert_landlords(ports: &Ports) -> Result<(Vec<(UserId, &'static Landlord)>, usize), SeedError> {
    let accounts = accounts::generate(ports.identifiers.as_ref(), ports.clock.now());
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
mod tests;
