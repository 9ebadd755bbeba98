//! What the demo portal must hold, and that loading it is all or nothing.

mod applications;
mod listings;
mod loading;
mod people;

use std::sync::atomic::{AtomicU64, Ordering};

use chrono::TimeDelta;
use portal_services::testing::MockPorts;
use uuid::Uuid;

use super::*;

/// Identifiers that count up.
#[derive(Default)]
struct Counting(AtomicU64);

impl Identifiers for Counting {
    fn next(&self) -> Uuid {
        Uuid::from_u128(self.0.fetch_add(1, Ordering::Relaxed).into())
    }
}

fn thought_up() -> Demo {
    Demo::think_up(&Counting::default(), MockPorts::now()).unwrap()
}

#[test]
fn two_portals_at_the_same_moment_hold_the_same() {
    assert_eq!(thought_up(), thought_up());
}

#[test]
fn a_week_later_everything_is_told_again_and_only_the_dates_differ() {
    let later = Demo::think_up(&Counting::default(), MockPorts::now() + TimeDelta::days(7)).unwrap();
    let told = |demo: Demo| {
        let letters = demo.applications.into_iter().map(|application| (application.listing_title, application.letter));
        let titles = demo.listings.into_iter().map(|listing| (listing.details.title, None));
        letters.chain(titles).collect::<Vec<_>>()
    };
    assert_eq!(told(thought_up()), told(later));
}
