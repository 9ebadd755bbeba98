use std::collections::HashSet;

use portal_domain::listing::UnitType;

use super::*;
use crate::images::{ALL, location};

#[test]
fn listings_cover_every_status_and_unit_type() {
    let demo = generated();
    assert_eq!(demo.listings.len(), 200);
    let available = demo.listings.iter().filter(|listing| listing.status == ListingStatus::Available).count();
    assert!((130..=150).contains(&available), "{available} of 200 are available");
    let landlord = demo.accounts.landlords[0].id;
    for status in ListingStatus::ALL {
        assert!(demo.listings.iter().any(|listing| (listing.landlord_id, listing.status) == (landlord, *status)));
    }
    for unit_type in UnitType::ALL {
        assert!(demo.listings.iter().any(|listing| listing.facts.unit_type == *unit_type));
    }
}

#[test]
fn listings_have_distinct_existing_images() {
    let existing: HashSet<String> = ALL.iter().map(|image| location(*image)).collect();
    for listing in generated().listings {
        let count = listing.images.len();
        assert!(listing.status == ListingStatus::Draft || (3..=6).contains(&count), "{listing:?}");
        let distinct: HashSet<&String> = listing.images.iter().map(|image| &image.location).collect();
        assert!(distinct.len() == count && distinct.iter().all(|location| existing.contains(*location)), "{listing:?}");
    }
}

/// The first page shows the cheapest listings.
#[test]
fn first_search_page_shows_different_rooms() {
    let demo = generated();
    let mut found: Vec<_> = demo.listings.iter().filter(|listing| listing.status == ListingStatus::Available).collect();
    found.sort_by_key(|listing| (listing.facts.basic_rent, listing.id));
    let images: HashSet<&String> = found[..10].iter().map(|listing| &listing.images[0].location).collect();
    let cities: HashSet<&String> = found[..10].iter().map(|listing| &listing.facts.address.city).collect();
    assert!(images.len() >= 7 && cities.len() >= 4, "{images:?} {cities:?}");
}

#[test]
fn listing_times_are_in_order() {
    let demo = generated();
    for listing in &demo.listings {
        let landlord = demo.accounts.landlords.iter().find(|landlord| landlord.id == listing.landlord_id).unwrap();
        let times = [landlord.date_created, listing.date_created, listing.last_modified, MockPorts::now()];
        assert!(times.is_sorted(), "{listing:?}");
    }
}
