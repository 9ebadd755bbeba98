//! Many listings, to see how the portal does with them.

use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use portal_domain::ids::UserId;
use portal_domain::listing::Listing;
use portal_domain::registration::Registration;
use portal_domain::user::{Role, User, UserStatus};
use portal_services::Ports;
use portal_services::paging::{PageRequest, Sort, SortDirection};
use portal_services::ports::{Identifiers, ListingFilter, ListingSortField};
use tokio::task::{self, JoinError, JoinHandle};

use super::accounts;
use super::catalogue::Publisher;
use super::content::people::{LANDLORDS, Landlord, PASSWORD};
use super::dice::Dice;
use super::offers::Offers;
use super::{Progress, SeedError, Summary, pictures};

/// How many listings are stored at a time.
const SLICE: u32 = 1_000;

/// How many slices are thought up ahead of those that are being stored.
const AHEAD: usize = 2;

/// How many slices are stored at the same time: while the database works on one, the search words of the
/// other are made.
const AT_ONCE: usize = 2;

type Owners = Arc<Vec<(UserId, &'static Landlord)>>;

/// Adds this many listings of the demo landlords with the demo pictures. Makes both where they are
/// missing.
pub async fn bulk(ports: &Ports, count: u32, progress: &dyn Progress) -> Result<Summary, SeedError> {
    pictures::hang(ports, progress).await?;
    let (owners, users) = find_or_make_landlords(ports).await?;
    let owners: Owners = Arc::new(owners);
    let known = count_listings(ports).await?;
    progress.begin("Adding listings", u64::from(count));
    let sizes = (0..count).step_by(SLICE as usize).map(|first| (first, SLICE.min(count - first)));
    stream::iter(sizes)
        .map(|(first, size)| think_up(ports, Arc::clone(&owners), known + u64::from(first), size))
        .buffered(AHEAD)
        .map(|slice| store(ports, slice))
        .buffer_unordered(AT_ONCE)
        .try_for_each(async |stored| {
            progress.advance(stored as u64);
            Ok(())
        })
        .await?;
    Ok(Summary { users, listings: count as usize, applications: 0 })
}

/// Thinks a slice up on another thread, so that it is ready when the one before it is stored. No slice
/// has to wait for another, so each has a seed of its own.
fn think_up(ports: &Ports, owners: Owners, seed: u64, size: u32) -> JoinHandle<Vec<Listing>> {
    let (ids, now): (Arc<dyn Identifiers>, _) = (Arc::clone(&ports.identifiers), ports.clock.now());
    task::spawn_blocking(move || {
        let mut dice = Dice::new(seed);
        let mut offers = Offers::many(seed);
        let mut publisher = Publisher::new(ids.as_ref(), now, seed);
        let one = |_| {
            let (owner, landlord) = dice.pick(&owners);
            publisher.publish(*owner, offers.next_of(landlord))
        };
        (0..size).map(one).collect()
    })
}

async fn store(ports: &Ports, slice: Result<Vec<Listing>, JoinError>) -> Result<usize, SeedError> {
    let listings = slice.map_err(SeedError::Thread)?;
    let mut work = ports.store.begin().await?;
    work.listings().insert(&listings).await?;
    work.commit().await?;
    Ok(listings.len())
}

/// Whoever adds twice gets others the second time: the seeds go on from the number of listings.
async fn count_listings(ports: &Ports) -> Result<u64, SeedError> {
    let filter = ListingFilter {
        landlord: None,
        keyword: None,
        statuses: Vec::new(),
        sort: Sort { by: ListingSortField::DateCreated, direction: SortDirection::Ascending },
        page: PageRequest { page: 0, size: 1 },
    };
    Ok(ports.listings.list_listings(&filter).await?.total)
}

/// The demo landlords who are active, and how many of them had to be made.
async fn find_or_make_landlords(ports: &Ports) -> Result<(Vec<(UserId, &'static Landlord)>, usize), SeedError> {
    let accounts = accounts::open(ports.identifiers.as_ref(), ports.clock.now());
    let (mut owners, mut missing) = (Vec::new(), Vec::new());
    for (landlord, user) in LANDLORDS.iter().zip(accounts.landlords).filter(|(landlord, _)| landlord.is_active()) {
        match ports.users.find_credentials(&user.email).await? {
            Some(known) if (known.role, known.status) == (Role::Landlord, UserStatus::Active) => {
                owners.push((known.user_id, landlord));
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
    make(ports, &missing, &accounts.registrations).await?;
    Ok((owners, missing.len()))
}

async fn make(ports: &Ports, landlords: &[User], registrations: &[Registration]) -> Result<(), SeedError> {
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
