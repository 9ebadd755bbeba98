//! What a dwelling costs: by city, size and what it comes with.

use portal_domain::listing::{AdditionalCost, Amenity, UnitType};
use portal_domain::money::Cents;

use super::measures::Measures;
use crate::seed::content::cities::City;
use crate::seed::content::headlines::Headline;
use crate::seed::dice::Dice;

pub struct Prices {
    pub basic_rent: Cents,
    pub ancillary_cost: Cents,
    pub security_deposit: Cents,
    pub additional_costs: Vec<AdditionalCost>,
}

/// The licence fee of a household, in cents a month.
const LICENCE_FEE: i64 = 1_836;

/// Asks for what is usual there, more or less.
pub fn ask(
    unit_type: UnitType,
    city: &City,
    measures: &Measures,
    amenities: &[Amenity],
    headline: &Headline,
    dice: &mut Dice,
) -> Prices {
    let metres = measures.square_metres();
    let usual = match unit_type {
        UnitType::Room => 6_000 + metres * city.rent * 130 / 100,
        UnitType::Apartment if metres < 30 => 4_000 + metres * city.rent * 115 / 100,
        UnitType::Apartment if metres < 55 => 4_000 + metres * city.rent,
        UnitType::Apartment => 4_000 + metres * city.rent * 90 / 100,
        UnitType::House => metres * city.rent * 72 / 100,
        UnitType::Other => 6_000 + metres * city.rent * 105 / 100,
    };
    let basic_rent = in_fives(usual * dice.between(84, 114) / 100);
    let ancillary = match unit_type {
        UnitType::Room => 3_500 + metres * 170,
        UnitType::Apartment => 2_500 + metres * 240,
        UnitType::House => metres * 215,
        UnitType::Other => 5_500 + metres * 120,
    };
    let months = match unit_type {
        UnitType::Room => dice.weigh(&[(2, 5), (3, 3), (1, 2)]),
        UnitType::Other => dice.weigh(&[(1, 3), (2, 2)]),
        UnitType::Apartment | UnitType::House => dice.weigh(&[(3, 3), (2, 2)]),
    };
    Prices {
        basic_rent: Cents::new(basic_rent),
        ancillary_cost: Cents::new(in_fives(ancillary * dice.between(88, 112) / 100)),
        security_deposit: Cents::new(basic_rent * months),
        additional_costs: additional(unit_type, measures, amenities, headline, dice),
    }
}

fn additional(
    unit_type: UnitType,
    measures: &Measures,
    amenities: &[Amenity],
    headline: &Headline,
    dice: &mut Dice,
) -> Vec<AdditionalCost> {
    let mut costs = Vec::new();
    let mut add = |description: &str, cents: i64| {
        costs.push(AdditionalCost { description: description.to_owned(), cost: Cents::new(cents) });
    };
    let includes_internet = headline.promises.contains(&Amenity::Wifi);
    if amenities.contains(&Amenity::Wifi) && !includes_internet && dice.chance(45) {
        add("Internet", dice.between(8, 30) * 100);
    }
    if dice.chance(40) {
        let (low, high) = match unit_type {
            UnitType::Room | UnitType::Other => (22, 42),
            UnitType::Apartment => (35, 68),
            UnitType::House => (95, 160),
        };
        add("Strom (Abschlag)", dice.between(low, high) * 100);
    }
    if unit_type == UnitType::Room && dice.chance(30) {
        add("Rundfunkbeitrag (Anteil)", LICENCE_FEE / measures.people);
    }
    if amenities.contains(&Amenity::Parking) && dice.chance(60) {
        add("Stellplatz", dice.between(7, 19) * 500);
    }
    if unit_type == UnitType::Apartment && amenities.contains(&Amenity::Furnished) && dice.chance(60) {
        add("Möblierung", dice.between(5, 16) * 500);
    }
    costs
}

/// Rounded to five euro, as people ask for.
fn in_fives(cents: i64) -> i64 {
    (cents + 250) / 500 * 500
}
