//! What feeds a search that keeps a copy of the listings.

mod changes;
mod forgetting;
mod portions;
mod waiting;

use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_persistence::PgSearchFeed;
use portal_services::ports::{SearchChanges, SearchDocument, SearchFeed, SearchFeedReader};

use crate::world::{World, landlord, listing};

type Reader = Box<dyn SearchFeedReader>;

/// Available listings of one landlord.
async fn with(ids: &[u128]) -> (World, Vec<Listing>) {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let all: Vec<_> = ids.iter().map(|n| listing(*n, &owner, ListingStatus::Available)).collect();
    world.add_listings(&all).await;
    (world, all)
}

async fn open(world: &World) -> Reader {
    PgSearchFeed::new(world.database.url()).open().await.unwrap()
}

async fn read_all(reader: &mut Reader) -> Vec<SearchDocument> {
    let mut all = Vec::new();
    loop {
        let portion = reader.next_portion().await.unwrap();
        if portion.is_empty() {
            return all;
        }
        all.extend(portion);
    }
}

/// A reader that has read everything.
async fn following(world: &World) -> Reader {
    let mut reader = open(world).await;
    read_all(&mut reader).await;
    reader
}

fn number(id: ListingId) -> u128 {
    id.0.as_u128()
}

fn numbers(documents: &[SearchDocument]) -> Vec<u128> {
    let mut numbers: Vec<_> = documents.iter().map(|document| number(document.card.id)).collect();
    numbers.sort_unstable();
    numbers
}

/// What was found, and what is gone.
async fn told(reader: &mut Reader) -> (Vec<u128>, Vec<u128>) {
    let SearchChanges { found, gone } = reader.changes().await.unwrap();
    (numbers(&found), gone.into_iter().map(number).collect())
}

fn found(numbers: impl Into<Vec<u128>>) -> (Vec<u128>, Vec<u128>) {
    (numbers.into(), Vec::new())
}

fn gone(numbers: impl Into<Vec<u128>>) -> (Vec<u128>, Vec<u128>) {
    (Vec::new(), numbers.into())
}

fn nothing() -> (Vec<u128>, Vec<u128>) {
    (Vec::new(), Vec::new())
}
