use std::collections::HashSet;

use portal_domain::listing::UnitType;

use super::*;
use crate::seed::pictures::{ALL, location};

#[test]
fn two_hundred_listings_stand_in_every_status_and_are_of_every_type() {
    let demo = thought_up();
    assert_eq!(demo.listings.len(), 200);
    let available = demo.listings.iter().filter(|listing| listing.status == ListingStatus::Available).count();
    assert!((130..=150).contains(&available), "{available} of 200 are available");
    let landlord = demo.accounts.landlords[0].id;
    for status in ListingStatus::ALL {
        assert!(demo.listings.iter().any(|listing| (listing.landlord_id, listing.status) == (landlord, *status)));
    }
    for unit_type in UnitType::ALL {
        assert!(demo.listings.iter().any(|listing| listing.details.unit_type == *unit_type));
    }
}

#[test]
fn all_but_drafts_have_pictures_and_all_pictures_exist() {
    let known: HashSet<String> = ALL.iter().map(|shot| location(*shot)).collect();
    for listing in thought_up().listings {
        let shown = listing.images.len();
        assert!(listing.status == ListingStatus::Draft || (3..=6).contains(&shown), "{listing:?}");
        let distinct: HashSet<&String> = listing.images.iter().map(|image| &image.location).collect();
        assert!(distinct.len() == shown && distinct.iter().all(|location| known.contains(*location)), "{listing:?}");
    }
}

/// Everybody's first look at the portal: the cheapest listings.
#[test]
fn the_first_page_of_the_search_shows_different_rooms() {
    let demo = thought_up();
    let mut found: Vec<_> = demo.listings.iter().filter(|it| it.status == ListingStatus::Available).collect();
    found.sort_by_key(|listing| (listing.details.basic_rent, listing.id));
    let pictures: HashSet<&String> = found[..10].iter().map(|listing| &listing.images[0].location).collect();
    let cities: HashSet<&String> = found[..10].iter().map(|listing| &listing.details.address.city).collect();
    assert!(pictures.len() >= 7 && cities.len() >= 4, "{pictures:?} {cities:?}");
}

#[test]
fn listings_are_younger_than_their_landlords_account_and_older_than_their_last_change() {
    let demo = thought_up();
    for listing in &demo.listings {
        let landlord = demo.accounts.landlords.iter().find(|landlord| landlord.id == listing.landlord_id).unwrap();
        let moments = [landlord.date_created, listing.date_created, listing.last_modified, MockPorts::now()];
        assert!(moments.is_sorted(), "{listing:?}");
    }
}
