//! The content of the demo data, and its transaction.

mod applications;
mod listings;
mod loading;
mod suspicions;
mod users;

use chrono::TimeDelta;
use portal_services::testing::MockPorts;

use super::*;
use crate::testing::SequentialIdentifiers;

fn generated() -> DemoData {
    DemoData::generate(&SequentialIdentifiers::default(), MockPorts::now()).unwrap()
}

#[test]
fn generate_is_deterministic() {
    assert_eq!(generated(), generated());
}

#[test]
fn generate_a_week_later_changes_only_dates() {
    let later = DemoData::generate(&SequentialIdentifiers::default(), MockPorts::now() + TimeDelta::days(7)).unwrap();
    let texts = |demo: DemoData| {
        let letters = demo.applications.into_iter().map(|application| (application.listing_title, application.letter));
        let titles = demo.listings.into_iter().map(|listing| (listing.facts.title, None));
        letters.chain(titles).collect::<Vec<_>>()
    };
    assert_eq!(texts(generated()), texts(later));
}
