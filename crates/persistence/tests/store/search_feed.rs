//! The search feed: initial load, changes, notifications and pruning.

mod changes;
mod initial_load;
mod parts;
mod pruning;
mod resuming;
mod waiting;

use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_persistence::PgSearchFeed;
use portal_services::ports::{FeedRead, SearchChanges, SearchDocument, SearchFeed, SearchFeedReader};

use crate::context::{TestContext, landlord, listing};

type Reader = Box<dyn SearchFeedReader>;

/// Available listings of one landlord.
async fn with(ids: &[u128]) -> (TestContext, Vec<Listing>) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let all: Vec<_> = ids.iter().map(|n| listing(*n, &owner, ListingStatus::Available)).collect();
    context.add_listings(&all).await;
    (context, all)
}

async fn open(context: &TestContext) -> Reader {
    PgSearchFeed::new(context.database.serving()).open().await.unwrap()
}

async fn read_all(reader: &mut Reader) -> Vec<SearchDocument> {
    let mut all = Vec::new();
    loop {
        let batch = reader.next_batch().await.unwrap();
        if batch.is_empty() {
            return all;
        }
        all.extend(batch);
    }
}

/// A reader after its initial load.
async fn open_and_load(context: &TestContext) -> Reader {
    let mut reader = open(context).await;
    read_all(&mut reader).await;
    reader
}

fn id_number(id: ListingId) -> u128 {
    id.0.as_u128()
}

fn ids(documents: &[SearchDocument]) -> Vec<u128> {
    let mut ids: Vec<_> = documents.iter().map(|document| id_number(document.card.id)).collect();
    ids.sort_unstable();
    ids
}

/// All parts of the changes since the last read.
async fn all_changes(reader: &mut Reader) -> SearchChanges {
    let mut all = SearchChanges::default();
    loop {
        let (changes, is_last) = match reader.changes(usize::MAX).await.unwrap() {
            FeedRead::Part(changes) => (changes, false),
            FeedRead::Complete(changes) => (changes, true),
            FeedRead::TooMany => panic!("no number of changes is too many"),
        };
        all.upserted.extend(changes.upserted);
        all.removed.extend(changes.removed);
        if is_last {
            return all;
        }
    }
}

/// The ids of changed and of removed listings.
async fn read_changes(reader: &mut Reader) -> (Vec<u128>, Vec<u128>) {
    let SearchChanges { upserted: found, removed: gone } = all_changes(reader).await;
    (ids(&found), gone.into_iter().map(id_number).collect())
}

fn changed(ids: impl Into<Vec<u128>>) -> (Vec<u128>, Vec<u128>) {
    (ids.into(), Vec::new())
}

fn removed(ids: impl Into<Vec<u128>>) -> (Vec<u128>, Vec<u128>) {
    (Vec::new(), ids.into())
}

fn unchanged() -> (Vec<u128>, Vec<u128>) {
    (Vec::new(), Vec::new())
}
