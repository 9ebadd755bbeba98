//! How many matches each choice of a filter would leave.

use portal_domain::listing::UnitType;
use portal_services::listings::{AREA_RANGES, Facets, PRICE_RANGES};

use crate::columns::Filter;
use crate::index::{area_range, price_range};
use crate::matches::Matches;
use crate::segment::Live;

/// Nothing counted yet.
pub(crate) const NOTHING: Facets =
    Facets { unit_types: [0; UnitType::ALL.len()], prices: [0; PRICE_RANGES.len()], areas: [0; AREA_RANGES.len()] };

fn price_ranges() -> [(u32, u32); PRICE_RANGES.len()] {
    PRICE_RANGES.map(|range| price_range(range).unwrap_or(Filter::NO_NUMBER))
}

fn area_ranges() -> [(u32, u32); AREA_RANGES.len()] {
    AREA_RANGES.map(|range| area_range(range).unwrap_or(Filter::NO_NUMBER))
}

/// Adds what the filters leave of a segment.
pub(crate) fn add_filtered(facets: &mut Facets, live: &Live, filter: Filter) {
    let count = |filter: Filter| (live.segment.count(filter) - live.dead.count(filter)) as u64;
    for (number, facet) in facets.unit_types.iter_mut().enumerate() {
        *facet += count(Filter { unit_types: 1 << number, ..filter });
    }
    for (facet, price) in facets.prices.iter_mut().zip(price_ranges()) {
        *facet += count(Filter { price, ..filter });
    }
    for (facet, area) in facets.areas.iter_mut().zip(area_ranges()) {
        *facet += count(Filter { area, ..filter });
    }
}

/// Adds what the filters leave of what a keyword finds in a segment, which is `found` whatever the filters.
pub(crate) fn add_found(facets: &mut Facets, live: &Live, found: &Matches<'_>, filter: Filter) {
    let (prices, areas) = (price_ranges(), area_ranges());
    let columns = &live.segment.columns;
    let within = |range: (u32, u32), value: u32| range.0 <= value && value <= range.1;
    found.for_each(|doc| {
        let index = doc as usize;
        let (price, area, unit_type) = (columns.total_rents[index], columns.areas[index], columns.unit_types[index]);
        let holds = [filter.unit_types >> unit_type & 1 == 1, within(filter.price, price), within(filter.area, area)];
        if holds[1] && holds[2] {
            facets.unit_types[usize::from(unit_type)] += 1;
        }
        if holds[0] && holds[2] {
            for (facet, range) in facets.prices.iter_mut().zip(prices) {
                *facet += u64::from(within(range, price));
            }
        }
        if holds[0] && holds[1] {
            for (facet, range) in facets.areas.iter_mut().zip(areas) {
                *facet += u64::from(within(range, area));
            }
        }
    });
}
