//! What a dwelling comes with.

use portal_domain::listing::{Amenity, UnitType};

use crate::seed::content::headlines::Headline;
use crate::seed::dice::Dice;
use crate::seed::pictures::Scene;

/// How often something comes along, in a hundred: with a room, an apartment, a house and anything else.
const ODDS: &[(Amenity, [i64; 4])] = &[
    (Amenity::AirConditioning, [1, 4, 2, 3]),
    (Amenity::Balcony, [24, 34, 20, 6]),
    (Amenity::BicycleStorage, [55, 50, 60, 65]),
    (Amenity::Cellar, [35, 60, 85, 15]),
    (Amenity::Dishwasher, [40, 30, 65, 15]),
    (Amenity::Elevator, [14, 28, 0, 40]),
    (Amenity::EnergyCertificate, [70, 92, 95, 85]),
    (Amenity::Furnished, [36, 28, 12, 78]),
    (Amenity::Garden, [15, 12, 82, 15]),
    (Amenity::Kitchen, [76, 80, 92, 55]),
    (Amenity::Parking, [8, 20, 55, 14]),
    (Amenity::PetsAllowed, [9, 12, 30, 3]),
    (Amenity::SwimmingPool, [0, 1, 2, 3]),
    (Amenity::Terrace, [6, 9, 55, 10]),
    (Amenity::Tv, [8, 10, 8, 20]),
    (Amenity::WashingMachine, [80, 45, 62, 68]),
    (Amenity::WheelchairAccessible, [3, 7, 4, 12]),
    (Amenity::Wifi, [84, 36, 30, 86]),
];

/// What comes along, in the order of the catalogue. The headline's promises are kept.
pub fn choose(unit_type: UnitType, headline: &Headline, dice: &mut Dice) -> Vec<Amenity> {
    let column = match unit_type {
        UnitType::Room => 0,
        UnitType::Apartment => 1,
        UnitType::House => 2,
        UnitType::Other => 3,
    };
    let mut chosen: Vec<Amenity> = headline.promises.to_vec();
    chosen.extend(ODDS.iter().filter(|(_, odds)| dice.chance(odds[column])).map(|(amenity, _)| *amenity));
    if headline.scene == Scene::LoftBed {
        // Nobody takes a loft bed along.
        chosen.push(Amenity::Furnished);
    }
    if headline.scene == Scene::Attic {
        chosen.retain(|amenity| *amenity != Amenity::WheelchairAccessible);
    }
    if chosen.contains(&Amenity::WheelchairAccessible) && unit_type != UnitType::House {
        chosen.push(Amenity::Elevator);
    }
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}
