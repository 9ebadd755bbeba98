//! The costs of an offer, by city, size and amenities.

use portal_domain::listing::{AdditionalCost, Amenity, UnitType};
use portal_domain::money::Cents;

use super::dimensions::Dimensions;
use crate::content::cities::City;
use crate::content::headlines::Headline;
use crate::random::SeededRng;

pub(crate) struct Prices {
    pub basic_rent: Cents,
    pub ancillary_cost: Cents,
    pub security_deposit: Cents,
    pub additional_costs: Vec<AdditionalCost>,
}

/// The broadcasting fee of a household, in cents a month.
const BROADCASTING_FEE: i64 = 1_836;

/// The usual costs of the city, with some variation.
pub(crate) fn generate(
    unit_type: UnitType,
    city: &City,
    dimensions: &Dimensions,
    amenities: &[Amenity],
    headline: &Headline,
    rng: &mut SeededRng,
) -> Prices {
    let metres = dimensions.square_metres();
    let usual = match unit_type {
        UnitType::Room => 6_000 + metres * city.rent * 130 / 100,
        UnitType::Apartment if metres < 30 => 4_000 + metres * city.rent * 115 / 100,
        UnitType::Apartment if metres < 55 => 4_000 + metres * city.rent,
        UnitType::Apartment => 4_000 + metres * city.rent * 90 / 100,
        UnitType::House => metres * city.rent * 72 / 100,
        UnitType::Other => 6_000 + metres * city.rent * 105 / 100,
    };
    let basic_rent = round_to_five_euro(usual * rng.between(84, 114) / 100);
    let ancillary = match unit_type {
        UnitType::Room => 3_500 + metres * 170,
        UnitType::Apartment => 2_500 + metres * 240,
        UnitType::House => metres * 215,
        UnitType::Other => 5_500 + metres * 120,
    };
    let months = match unit_type {
        UnitType::Room => rng.pick_weighted(&[(2, 5), (3, 3), (1, 2)]),
        UnitType::Other => rng.pick_weighted(&[(1, 3), (2, 2)]),
        UnitType::Apartment | UnitType::House => rng.pick_weighted(&[(3, 3), (2, 2)]),
    };
    Prices {
        basic_rent: Cents::new(basic_rent),
        ancillary_cost: Cents::new(round_to_five_euro(ancillary * rng.between(88, 112) / 100)),
        security_deposit: Cents::new(basic_rent * months),
        additional_costs: additional(unit_type, dimensions, amenities, headline, rng),
    }
}

fn additional(
    unit_type: UnitType,
    dimensions: &Dimensions,
    amenities: &[Amenity],
    headline: &Headline,
    rng: &mut SeededRng,
) -> Vec<AdditionalCost> {
    let mut costs = Vec::new();
    let mut add = |description: &str, cents: i64| {
        costs.push(AdditionalCost { description: description.to_owned(), cost: Cents::new(cents) });
    };
    let includes_internet = headline.amenities.contains(&Amenity::Wifi);
    if amenities.contains(&Amenity::Wifi) && !includes_internet && rng.chance(45) {
        add("Internet", rng.between(8, 30) * 100);
    }
    if rng.chance(40) {
        let (low, high) = match unit_type {
            UnitType::Room | UnitType::Other => (22, 42),
            UnitType::Apartment => (35, 68),
            UnitType::House => (95, 160),
        };
        add("Strom (Abschlag)", rng.between(low, high) * 100);
    }
    if unit_type == UnitType::Room && rng.chance(30) {
        add("Rundfunkbeitrag (Anteil)", BROADCASTING_FEE / dimensions.tenants);
    }
    if amenities.contains(&Amenity::Parking) && rng.chance(60) {
        add("Stellplatz", rng.between(7, 19) * 500);
    }
    if unit_type == UnitType::Apartment && amenities.contains(&Amenity::Furnished) && rng.chance(60) {
        add("Möblierung", rng.between(5, 16) * 500);
    }
    costs
}

/// Rounds to five euro.
fn round_to_five_euro(cents: i64) -> i64 {
    (cents + 250) / 500 * 500
}
