//! What the tests of adding, turning, ordering and taking out have in common: the transactions around a picture.

mod add;
mod remove;
mod reorder;
mod rotate;

use chrono::TimeDelta;
use portal_domain::ids::DiscardId;
use portal_domain::listing::{Listing, ListingStatus};

use super::*;
use crate::ports::Discard;
use crate::testing::samples::listing;
use crate::testing::{MockPorts, MockWork};

fn available() -> Listing {
    listing(ListingStatus::Available)
}

/// The first look at the listing: locked, read and let go.
fn looking_at(listing: Listing) -> MockWork {
    MockWork::dropped().with_listing(listing)
}

/// Asks for the removal of these files in an hour, under these names.
fn guarding<const N: usize>(mut work: MockWork, guards: [(DiscardId, &str); N]) -> MockWork {
    let due = MockPorts::now() + TimeDelta::hours(1);
    for (id, location) in guards {
        let expected = Discard { id, location: location.to_owned() };
        work.discards
            .expect_push()
            .once()
            .withf(move |discard, asked| *discard == expected && *asked == due)
            .returning(|_, _| Ok(()));
    }
    work
}

fn cancelling(mut work: MockWork, guards: impl IntoIterator<Item = DiscardId>) -> MockWork {
    for guard in guards {
        work.discards.expect_cancel().once().withf(move |id| *id == guard).returning(|_| Ok(()));
    }
    work
}

fn saving(mut work: MockWork, images: Vec<Image>) -> MockWork {
    work.listings
        .expect_save()
        .once()
        .withf(move |saved| saved.images == images && saved.last_modified == MockPorts::now())
        .returning(|_| Ok(()));
    work
}

fn discard(n: u128) -> DiscardId {
    DiscardId(MockPorts::identifier(n))
}

/// Where the picture lies that got the `n`th identifier.
fn location(n: u128) -> String {
    format!("/{}.jpg", MockPorts::identifier(n).simple())
}
