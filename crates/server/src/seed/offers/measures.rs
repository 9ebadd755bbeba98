//! How large a dwelling is.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;

use crate::seed::dice::Dice;
use crate::seed::pictures::Scene;

pub struct Measures {
    pub area: Area,
    pub total_area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub kitchens: i16,
    /// As Germans count: without kitchen and bath, but with the living room.
    pub rooms: i64,
    /// Everybody who lives there once it is let.
    pub people: i64,
}

impl Measures {
    /// In whole square metres.
    pub fn square_metres(&self) -> i64 {
        i64::from(self.area.tenths()) / 10
    }
}

/// Measures a dwelling whose title picture shows this.
pub fn take(unit_type: UnitType, scene: Scene, dice: &mut Dice) -> Measures {
    match unit_type {
        UnitType::Room => room(scene, dice),
        UnitType::Apartment => apartment(scene, dice),
        UnitType::House => house(dice),
        UnitType::Other => other(scene, dice),
    }
}

fn room(scene: Scene, dice: &mut Dice) -> Measures {
    let people = dice.weigh(&[(3, 5), (4, 3), (5, 2)]);
    let halves = if scene == Scene::LoftBed { dice.between(24, 38) } else { dice.between(21, 48) };
    let total = people * 21 + dice.between(4, 26);
    let bathrooms = if people > 3 && dice.chance(60) { 2 } else { 1 };
    Measures { total_area: metres(total), bathrooms, people, ..dwelling(halves, 1, people) }
}

fn apartment(scene: Scene, dice: &mut Dice) -> Measures {
    let rooms = match scene {
        Scene::LoftBed | Scene::Evening => 1,
        Scene::GardenView | Scene::Attic => dice.weigh(&[(1, 3), (2, 2)]),
        Scene::Salon | Scene::Kitchen => dice.weigh(&[(2, 3), (3, 1)]),
    };
    let halves = match rooms {
        1 => dice.between(38, 80),
        2 => dice.between(82, 130),
        _ => dice.between(128, 176),
    };
    dwelling(halves, (rooms - 1).max(1), rooms)
}

fn house(dice: &mut Dice) -> Measures {
    let bedrooms = dice.between(3, 6);
    let halves = (bedrooms * 24 + dice.between(16, 40)) * 2;
    let bathrooms = if bedrooms > 4 { 2 } else { 1 + i16::from(dice.chance(40)) };
    Measures { bathrooms, people: bedrooms, ..dwelling(halves, bedrooms, bedrooms) }
}

fn other(scene: Scene, dice: &mut Dice) -> Measures {
    let halves = if scene == Scene::LoftBed { dice.between(26, 44) } else { dice.between(36, 80) };
    dwelling(halves, 1, 1)
}

/// A dwelling for one with this many half square metres.
fn dwelling(halves: i64, bedrooms: i64, rooms: i64) -> Measures {
    let area = Area::from_tenths(i32::try_from(halves * 5).unwrap_or_default());
    let bedrooms = i16::try_from(bedrooms).unwrap_or(1);
    Measures { area, total_area: area, bedrooms, bathrooms: 1, kitchens: 1, rooms, people: 1 }
}

fn metres(metres: i64) -> Area {
    Area::from_tenths(i32::try_from(metres * 10).unwrap_or_default())
}
