//! The amenities of an offer.

use portal_domain::listing::{Amenity, UnitType};

use crate::content::headlines::Headline;
use crate::images::Scene;
use crate::random::SeededRng;

/// The percentage of each amenity: for a room, an apartment, a house and others.
const PERCENTAGES: &[(Amenity, [i64; 4])] = &[
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

/// The amenities in the order of the enum, including those of the headline.
pub(crate) fn choose(unit_type: UnitType, headline: &Headline, rng: &mut SeededRng) -> Vec<Amenity> {
    let column = match unit_type {
        UnitType::Room => 0,
        UnitType::Apartment => 1,
        UnitType::House => 2,
        UnitType::Other => 3,
    };
    let mut chosen: Vec<Amenity> = headline.amenities.to_vec();
    chosen.extend(PERCENTAGES.iter().filter(|(_, percent)| rng.chance(percent[column])).map(|(amenity, _)| *amenity));
    if headline.scene == Scene::LoftBed {
        // A loft bed belongs to the room.
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
