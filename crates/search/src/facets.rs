//! Counts the matches that each filter choice would leave.

use portal_domain::listing::UnitType;
use portal_services::ports::{AREA_RANGES, Facets, PRICE_RANGES};

use crate::amenity_index::AMENITIES;
use crate::columns::Filter;
use crate::index::{area_range, price_range};
use crate::matches::Matches;
use crate::segment::LiveSegment;

/// No counts yet.
pub(crate) fn empty(with_amenities: bool) -> Facets {
    Facets {
        unit_types: [0; UnitType::ALL.len()],
        prices: [0; PRICE_RANGES.len()],
        areas: [0; AREA_RANGES.len()],
        amenities: with_amenities.then_some([0; AMENITIES]),
    }
}

fn price_ranges() -> [(u32, u32); PRICE_RANGES.len()] {
    PRICE_RANGES.map(|range| price_range(range).unwrap_or(Filter::EMPTY_RANGE))
}

fn area_ranges() -> [(u32, u32); AREA_RANGES.len()] {
    AREA_RANGES.map(|range| area_range(range).unwrap_or(Filter::EMPTY_RANGE))
}

/// Adds the counts over all documents of a segment.
pub(crate) fn count_all(facets: &mut Facets, live: &LiveSegment, filter: Filter) {
    let count = |filter: Filter| (live.segment.count(filter) - live.tombstones.count(filter)) as u64;
    for (index, facet) in facets.unit_types.iter_mut().enumerate() {
        *facet += count(Filter { unit_types: 1 << index, ..filter });
    }
    for (facet, price) in facets.prices.iter_mut().zip(price_ranges()) {
        *facet += count(Filter { price, ..filter });
    }
    for (facet, area) in facets.areas.iter_mut().zip(area_ranges()) {
        *facet += count(Filter { area, ..filter });
    }
}

/// Adds the counts over the results of the search.
pub(crate) fn count_amenities(counts: &mut [u64; AMENITIES], live: &LiveSegment, results: &Matches<'_>) {
    for (sum, count) in counts.iter_mut().zip(live.segment.amenities.count(&results.to_bitmap())) {
        *sum += count;
    }
}

/// Adds the counts over `matches`, to which the filter is not applied yet.
pub(crate) fn count_matches(facets: &mut Facets, live: &LiveSegment, matches: &Matches<'_>, filter: Filter) {
    let (prices, areas) = (price_ranges(), area_ranges());
    let columns = &live.segment.columns;
    let within = |range: (u32, u32), value: u32| range.0 <= value && value <= range.1;
    matches.for_each(|doc| {
        let index = doc as usize;
        let (price, area, unit_type) = (columns.total_rents[index], columns.areas[index], columns.unit_types[index]);
        // Each facet ignores its own filter.
        let accepts_type = filter.unit_types >> unit_type & 1 == 1;
        let (accepts_price, accepts_area) = (within(filter.price, price), within(filter.area, area));
        if accepts_price && accepts_area {
            facets.unit_types[usize::from(unit_type)] += 1;
        }
        if accepts_type && accepts_area {
            for (facet, range) in facets.prices.iter_mut().zip(prices) {
                *facet += u64::from(within(range, price));
            }
        }
        if accepts_type && accepts_price {
            for (facet, range) in facets.areas.iter_mut().zip(areas) {
                *facet += u64::from(within(range, area));
            }
        }
    });
}
