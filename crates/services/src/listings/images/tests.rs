//! Shared expectations of the tests of images.

mod delete;
mod describe;
mod reorder;
mod transform;
mod upload;

use chrono::TimeDelta;
use portal_domain::ids::FileRemovalId;
use portal_domain::listing::{Listing, ListingStatus};

use super::*;
use crate::ports::FileRemoval;
use crate::testing::samples::listing;
use crate::testing::{MockPorts, MockUnitOfWork};

fn available() -> Listing {
    listing(ListingStatus::Available)
}

/// The first transaction, which only reads the listing.
fn reading(listing: Listing) -> MockUnitOfWork {
    MockUnitOfWork::dropped().with_listing(listing)
}

/// Expects the removal of these files to be scheduled in an hour, with these ids.
fn scheduling<const N: usize>(mut work: MockUnitOfWork, removals: [(FileRemovalId, &str); N]) -> MockUnitOfWork {
    let due = MockPorts::now() + TimeDelta::hours(1);
    for (id, location) in removals {
        let expected = FileRemoval { id, location: location.to_owned() };
        work.file_removals
            .expect_push()
            .once()
            .withf(move |removal, asked| *removal == expected && *asked == due)
            .returning(|_, _| Ok(()));
    }
    work
}

fn expecting_cancel(mut work: MockUnitOfWork, removals: impl IntoIterator<Item = FileRemovalId>) -> MockUnitOfWork {
    for removal in removals {
        work.file_removals.expect_cancel().once().withf(move |id| *id == removal).returning(|_| Ok(()));
    }
    work
}

fn expecting_save(mut work: MockUnitOfWork, images: Vec<Image>) -> MockUnitOfWork {
    work.listings
        .expect_save()
        .once()
        .withf(move |saved| saved.images == images && saved.last_modified == MockPorts::now())
        .returning(|_| Ok(()));
    work
}

fn removal_id(n: u128) -> FileRemovalId {
    FileRemovalId(MockPorts::identifier(n))
}

/// The location of the image with the `n`th identifier.
fn location(n: u128) -> String {
    format!("/{}.jpg", MockPorts::identifier(n).simple())
}
