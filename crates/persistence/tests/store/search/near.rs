//! Searches around a town, by examples.

use portal_domain::listing::ListingStatus;
use portal_domain::money::Cents;
use portal_domain::town::{Near, Radius};
use portal_services::ports::{ListingSearch, SearchQuery, SearchSortField};

use super::{cards, everything, found, keyword};
use crate::context::{TestContext, ascending, descending, landlord, listing};
use crate::{explain, statements};

/// Ascending by basic rent.
const ADDRESSES: [(&str, &str); 7] = [
    ("85354", "Freising"),
    ("80331", "München"),
    ("85748", "GARCHING"),
    ("50667", "Köln"),
    ("80539", "München"),
    // An unknown postal code has no town.
    ("00000", "München"),
    // Of several towns with this postal code, the city is none.
    ("01945", "Anderswo"),
];

async fn with_addresses() -> TestContext {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut all = Vec::new();
    for (n, (postal_code, city)) in (10..).zip(ADDRESSES) {
        let mut listing = listing(n, &owner, ListingStatus::Available);
        listing.facts.basic_rent = Cents::new(10_000 * i64::try_from(n).unwrap());
        (listing.facts.address.postal_code, listing.facts.address.city) = (postal_code.to_owned(), city.to_owned());
        all.push(listing);
    }
    context.add_listings(&all).await;
    context
}

fn near(city: &str, kilometres: u16) -> SearchQuery {
    let near = Near::new(city, Radius::new(kilometres).unwrap());
    assert!(near.is_some(), "{city}");
    SearchQuery { near, ..everything() }
}

#[tokio::test]
async fn search_near_a_town_finds_the_towns_within_the_radius() {
    let context = with_addresses().await;
    for (query, expected) in [
        (near("München", 5), vec![11, 14]),
        (near("munich", 10), vec![11, 14]),
        (near("München", 20), vec![11, 12, 14]),
        (near("München", 50), vec![10, 11, 12, 14]),
        (near("Garching", 20), vec![10, 11, 12, 14]),
        (near("Köln", 50), vec![13]),
        (near("Ruhland", 5), vec![16]),
        (near("Hamburg", 50), vec![]),
        (SearchQuery { words: keyword("Garching").words, ..near("München", 50) }, vec![12]),
    ] {
        let total = expected.len() as u64;
        assert_eq!(found(&context, &query).await, (expected, total), "{query:?}");
    }
}

#[tokio::test]
async fn search_by_distance_orders_equal_distances_by_rent() {
    let context = with_addresses().await;
    let sorted = |sort| SearchQuery { sort, ..near("München", 50) };
    let nearest = sorted(ascending(SearchSortField::Distance));
    assert_eq!(found(&context, &nearest).await.0, [11, 14, 12, 10]);
    assert_eq!(found(&context, &sorted(descending(SearchSortField::Distance))).await.0, [10, 12, 11, 14]);
    let without_near = SearchQuery { sort: descending(SearchSortField::Distance), ..everything() };
    assert_eq!(found(&context, &without_near).await.0, [10, 11, 12, 13, 14, 15, 16]);
}

#[tokio::test]
async fn search_near_a_town_returns_distances() {
    let context = with_addresses().await;
    let distances = async |query: &SearchQuery| {
        let cards = cards(context.search.search(query).await.unwrap());
        cards.iter().map(|card| card.distance_km).collect::<Vec<_>>()
    };
    assert_eq!(distances(&near("München", 50)).await, [Some(32), Some(0), Some(14), Some(0)]);
    assert_eq!(distances(&everything()).await, [None; 7]);
}

#[tokio::test]
async fn search_near_a_town_uses_the_index_of_postal_codes() {
    statements::record();
    let context = with_addresses().await;
    // VACUUM needs commits that are flushed to disk.
    context.run("SET synchronous_commit = on").await;
    context
        .run(
            "INSERT INTO listings SELECT md5(n::text)::uuid, landlord_id, status, searchable, title, unit_type, street, \
             n::text, lpad((n * 7919 % 90000 + 1000)::text, 5, '0'), 'Ort ' || n % 500, NULL, region, area, total_area, \
             bedrooms, bathrooms, kitchens, amenities, description, tenant_description, location_description, \
             basic_rent_cents, ancillary_cost_cents, security_deposit_cents, additional_costs, total_rent_cents, \
             search_vector, date_created, last_modified \
             FROM (SELECT * FROM listings LIMIT 1) AS one, generate_series(1, 20000) AS n",
        )
        .await;
    context.vacuum("listings").await;
    statements::take_sent();
    found(&context, &near("Köln", 5)).await;
    let mut sent = explain::take_sent();
    sent.retain(|statement| statement.contains("GROUP BY"));
    let [addresses]: [String; 1] = sent.try_into().unwrap();
    let codes = Near::new("Köln", Radius::new(5).unwrap()).unwrap().towns()[0].0.postal_codes().collect::<Vec<_>>();
    let values = format!("'{{{}}}'", codes.join(","));
    let plan = explain::plans(&context, &addresses, &values).await.remove(0);
    assert!(plan.contains("listings_postal_code_city_idx") && !plan.contains("Seq Scan"), "{plan}");
}
