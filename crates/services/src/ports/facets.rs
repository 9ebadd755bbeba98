//! Facets: how many listings each choice of a filter would leave.

use portal_domain::area::Area;
use portal_domain::listing::{Amenity, UnitType};
use portal_domain::money::Cents;

use super::Bounds;

/// Ranges of the total rent. Inclusive like the filter: a rent on a common bound counts in both.
pub const PRICE_RANGES: [Bounds<Cents>; 8] = [
    prices(None, Some(300)),
    prices(Some(300), Some(400)),
    prices(Some(400), Some(500)),
    prices(Some(500), Some(600)),
    prices(Some(600), Some(800)),
    prices(Some(800), Some(1_000)),
    prices(Some(1_000), Some(1_500)),
    prices(Some(1_500), None),
];

/// Ranges of the area, inclusive.
pub const AREA_RANGES: [Bounds<Area>; 7] = [
    areas(None, Some(12)),
    areas(Some(12), Some(16)),
    areas(Some(16), Some(20)),
    areas(Some(20), Some(30)),
    areas(Some(30), Some(50)),
    areas(Some(50), Some(80)),
    areas(Some(80), None),
];

const fn prices(min: Option<i64>, max: Option<i64>) -> Bounds<Cents> {
    const fn euro(euro: Option<i64>) -> Option<Cents> {
        match euro {
            Some(euro) => Some(Cents::new(euro * 100)),
            None => None,
        }
    }
    Bounds { min: euro(min), max: euro(max) }
}

const fn areas(min: Option<i32>, max: Option<i32>) -> Bounds<Area> {
    const fn square_metres(metres: Option<i32>) -> Option<Area> {
        match metres {
            Some(metres) => Some(Area::from_tenths(metres * 10)),
            None => None,
        }
    }
    Bounds { min: square_metres(min), max: square_metres(max) }
}

/// The number of matching listings for each unit type, price range, area range and amenity. All
/// filters of the search apply, but not the one in question. Chosen amenities always apply, because
/// a listing must have all of them: the count of another one is what it would leave of the results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facets {
    /// In the order of [`UnitType::ALL`].
    pub unit_types: [u64; UnitType::ALL.len()],
    /// In the order of [`PRICE_RANGES`].
    pub prices: [u64; PRICE_RANGES.len()],
    /// In the order of [`AREA_RANGES`].
    pub areas: [u64; AREA_RANGES.len()],
    /// In the order of [`Amenity::ALL`], if requested.
    pub amenities: Option<[u64; Amenity::ALL.len()]>,
}
