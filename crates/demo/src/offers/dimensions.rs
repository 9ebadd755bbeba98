//! The area and rooms of an offer.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;

use crate::images::Scene;
use crate::random::SeededRng;

pub(crate) struct Dimensions {
    pub area: Area,
    pub total_area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub kitchens: i16,
    /// Without kitchen and bathroom, but with the living room, as usual in Germany.
    pub rooms: i64,
    /// Tenants when fully let.
    pub tenants: i64,
}

impl Dimensions {
    /// In whole square metres.
    pub(crate) fn square_metres(&self) -> i64 {
        i64::from(self.area.tenths()) / 10
    }
}

/// The dimensions of an offer whose first image shows this scene.
pub(crate) fn generate(unit_type: UnitType, scene: Scene, rng: &mut SeededRng) -> Dimensions {
    match unit_type {
        UnitType::Room => room(scene, rng),
        UnitType::Apartment => apartment(scene, rng),
        UnitType::House => house(rng),
        UnitType::Other => other(scene, rng),
    }
}

fn room(scene: Scene, rng: &mut SeededRng) -> Dimensions {
    let tenants = rng.pick_weighted(&[(3, 5), (4, 3), (5, 2)]);
    let half_metres = if scene == Scene::LoftBed { rng.between(24, 38) } else { rng.between(21, 48) };
    let total = tenants * 21 + rng.between(4, 26);
    let bathrooms = if tenants > 3 && rng.chance(60) { 2 } else { 1 };
    Dimensions { total_area: metres(total), bathrooms, tenants, ..for_one_tenant(half_metres, 1, tenants) }
}

fn apartment(scene: Scene, rng: &mut SeededRng) -> Dimensions {
    let rooms = match scene {
        Scene::LoftBed | Scene::Evening => 1,
        Scene::GardenView | Scene::Attic => rng.pick_weighted(&[(1, 3), (2, 2)]),
        Scene::Salon | Scene::Kitchen => rng.pick_weighted(&[(2, 3), (3, 1)]),
    };
    let half_metres = match rooms {
        1 => rng.between(38, 80),
        2 => rng.between(82, 130),
        _ => rng.between(128, 176),
    };
    for_one_tenant(half_metres, (rooms - 1).max(1), rooms)
}

fn house(rng: &mut SeededRng) -> Dimensions {
    let bedrooms = rng.between(3, 6);
    let half_metres = (bedrooms * 24 + rng.between(16, 40)) * 2;
    let bathrooms = if bedrooms > 4 { 2 } else { 1 + i16::from(rng.chance(40)) };
    Dimensions { bathrooms, tenants: bedrooms, ..for_one_tenant(half_metres, bedrooms, bedrooms) }
}

fn other(scene: Scene, rng: &mut SeededRng) -> Dimensions {
    let half_metres = if scene == Scene::LoftBed { rng.between(26, 44) } else { rng.between(36, 80) };
    for_one_tenant(half_metres, 1, 1)
}

/// Dimensions for one tenant. The area is in half square metres.
fn for_one_tenant(half_metres: i64, bedrooms: i64, rooms: i64) -> Dimensions {
    let area = Area::from_tenths(i32::try_from(half_metres * 5).unwrap_or_default());
    let bedrooms = i16::try_from(bedrooms).unwrap_or(1);
    Dimensions { area, total_area: area, bedrooms, bathrooms: 1, kitchens: 1, rooms, tenants: 1 }
}

fn metres(metres: i64) -> Area {
    Area::from_tenths(i32::try_from(metres * 10).unwrap_or_default())
}
