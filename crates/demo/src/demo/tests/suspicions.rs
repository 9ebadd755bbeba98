//! How many of the generated listings are suspicious.

use std::collections::HashMap;

use portal_domain::ids::UserId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::money::Cents;
use portal_domain::suspicion::{
    self, CityRents, Suspicion, SuspicionInputs, SuspicionReason, SuspicionRules, rent_per_square_metre,
};
use portal_services::ports::Identifiers;
use portal_services::testing::MockPorts;

use super::generated;
use crate::bulk::generate_batch;
use crate::content::cities::Cities;
use crate::content::users::{LANDLORDS, Landlord};
use crate::testing::SequentialIdentifiers;

/// The percentage of suspicious listings, were all published, and their number for each reason.
/// Their images have no hashes, and they are not published within a day.
fn share(listings: &[Listing]) -> (f64, HashMap<SuspicionReason, usize>) {
    let mut rents: HashMap<&str, Vec<Cents>> = HashMap::new();
    for listing in listings.iter().filter(|listing| listing.status == ListingStatus::Available) {
        let rent = rent_per_square_metre(listing.facts.total_rent(), listing.facts.area);
        rents.entry(&listing.facts.address.city).or_default().extend(rent);
    }
    let medians: HashMap<&str, CityRents> = rents
        .into_iter()
        .map(|(city, mut rents)| {
            rents.sort_unstable();
            (city, CityRents { listings: rents.len() as u64, median: rents[rents.len() / 2] })
        })
        .collect();
    let (rules, mut suspicious, mut reasons) = (SuspicionRules::default(), 0_u32, HashMap::new());
    for listing in listings {
        let rents = medians.get(listing.facts.address.city.as_str()).copied().unwrap_or_default();
        let found = suspicion::suspicions(listing, &rules, &SuspicionInputs { rents, ..SuspicionInputs::default() });
        suspicious += u32::from(!found.is_empty());
        for Suspicion { reason, .. } in found {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    (100.0 * f64::from(suspicious) / f64::from(u32::try_from(listings.len()).unwrap()), reasons)
}

#[test]
fn demo_listings_are_rarely_suspicious() {
    let (percent, reasons) = share(&generated().listings);
    assert!(percent <= 5.0, "{percent} %: {reasons:?}");
}

#[test]
#[ignore = "takes long and prints the share"]
fn suspicions_of_many_listings_are_rare() {
    let (ids, cities) = (SequentialIdentifiers::default(), Cities::load().unwrap());
    let owners: Vec<(UserId, &Landlord)> = LANDLORDS.iter().map(|landlord| (UserId(ids.next()), landlord)).collect();
    let batch = |seed| generate_batch(&ids, MockPorts::now(), cities, &owners, seed * 1_000, 1_000);
    let listings: Vec<Listing> = (0_u64..100).flat_map(batch).collect();
    let started = std::time::Instant::now();
    let (percent, reasons) = share(&listings);
    println!("{percent:.3} % of {} listings are suspicious: {reasons:?}", listings.len());
    println!("checked in {:?}", started.elapsed());
    assert!(percent <= 5.0);
}
