//! Scans columns for the documents that a filter accepts, 64 at a time.
//!
//! A scan reads 16 bits of a document's price and 16 of its area, as offsets from the minimum of
//! their zone. The offsets of a zone with a wider range saturate, so its results are checked again.

mod grid;
mod simd;
mod stays;

use grid::Grid;
use portal_domain::listing::UnitType;
use simd::{Simd, WORD, Window};
pub(crate) use stays::{StayColumns, StayValues, StayWindow};

use crate::bitmap::{Bitmap, set_bits};
use crate::columns::{Columns, Filter};
use crate::to_u32;

const ZONE_DOCS: usize = 512;
const ZONE_WORDS: usize = ZONE_DOCS / WORD;
/// Combinations of unit types.
const TYPE_SETS: usize = 1 << UnitType::ALL.len();

/// The values of all documents as offsets of 16 bits.
#[derive(Debug, Default)]
pub(crate) struct CompactColumns {
    zones: Vec<Zone>,
    grid: Grid,
    prices: Vec<[u16; WORD]>,
    areas: Vec<[u16; WORD]>,
    /// By the accepted unit types, a bit each: the documents of any of them. A bitmap for each
    /// combination, so that a scan reads only one.
    unit_types: [Bitmap; TYPE_SETS],
}

/// The value ranges of consecutive documents. Total rent and area correlate with the basic rent, by
/// which documents are ordered, so a filter excludes many zones as a whole; the grid excludes more.
#[derive(Debug)]
struct Zone {
    price: ValueRange,
    area: ValueRange,
    /// Over this zone and all before.
    max_price_so_far: u32,
    /// Over this zone and all that follow.
    min_price_from_here: u32,
}

/// Inclusive.
#[derive(Debug, Clone, Copy)]
struct ValueRange {
    min: u32,
    max: u32,
}

impl Zone {
    fn of(price: ValueRange, area: ValueRange) -> Self {
        Self { price, area, max_price_so_far: price.max, min_price_from_here: price.min }
    }
}

impl ValueRange {
    fn of(values: &[u32]) -> Self {
        let (min, max) = (values.iter().min(), values.iter().max());
        Self { min: min.copied().unwrap_or(0), max: max.copied().unwrap_or(0) }
    }

    /// The saturating offset of a value from the minimum.
    fn offset_of(self, value: u32) -> u16 {
        u16::try_from(value.saturating_sub(self.min)).unwrap_or(u16::MAX)
    }

    fn is_exact(self) -> bool {
        u16::try_from(self.max - self.min).is_ok()
    }

    /// The offsets to accept; `None` if the ranges do not overlap.
    fn window(self, (min, max): (u32, u32)) -> Option<Window> {
        let start = self.offset_of(min);
        (min <= self.max && self.min <= max).then(|| Window { start, span: self.offset_of(max.min(self.max)) - start })
    }
}

impl CompactColumns {
    pub(crate) fn new(prices: &[u32], areas: &[u32], unit_types: &[u8]) -> Self {
        let mut zones: Vec<Zone> = prices
            .chunks(ZONE_DOCS)
            .zip(areas.chunks(ZONE_DOCS))
            .map(|(prices, areas)| Zone::of(ValueRange::of(prices), ValueRange::of(areas)))
            .collect();
        let mut highest = 0;
        for zone in &mut zones {
            highest = zone.max_price_so_far.max(highest);
            zone.max_price_so_far = highest;
        }
        let mut lowest = u32::MAX;
        for zone in zones.iter_mut().rev() {
            lowest = zone.min_price_from_here.min(lowest);
            zone.min_price_from_here = lowest;
        }
        let of_types = |accepted: usize| {
            let mut docs = Bitmap::new(unit_types.len());
            for (word, unit_types) in unit_types.chunks(WORD).enumerate() {
                let bits = unit_types.iter().rev().fold(0, |bits, of_doc| bits << 1 | accepted as u64 >> of_doc & 1);
                docs.set_word(word, bits);
            }
            docs
        };
        Self {
            prices: offsets(prices, zones.iter().map(|zone| zone.price)),
            areas: offsets(areas, zones.iter().map(|zone| zone.area)),
            unit_types: std::array::from_fn(of_types),
            grid: Grid::new(prices, areas, ZONE_DOCS),
            zones,
        }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let unit_types: usize = self.unit_types.iter().map(Bitmap::memory_bytes).sum();
        let zones = self.zones.len() * size_of::<Zone>() + self.grid.memory_bytes();
        zones + (self.prices.len() + self.areas.len()) * WORD * 2 + unit_types
    }

    /// See [`Columns::scan`].
    pub(crate) fn scan(&self, columns: &Columns, filter: Filter, mut visit: impl FnMut(usize, u64) -> bool) {
        // Prices almost ascend, so the zones that can match are consecutive.
        let start = self.zones.partition_point(|zone| zone.max_price_so_far < filter.price.0);
        let end = self.zones.partition_point(|zone| zone.min_price_from_here <= filter.price.1);
        let Some(of_types) = self.unit_types.get(usize::from(filter.unit_types)) else { return };
        let simd = Simd::new();
        let cells = self.grid.window(filter);
        for (index, zone) in self.zones.iter().enumerate().take(end).skip(start) {
            if !self.grid.may_match(index, cells) {
                continue;
            }
            let (Some(price), Some(area)) = (zone.price.window(filter.price), zone.area.window(filter.area)) else {
                continue;
            };
            let first = index * ZONE_WORDS;
            let (prices, areas) = (zone_words(&self.prices, first), zone_words(&self.areas, first));
            let within = simd.within([(prices, price), (areas, area)]);
            let is_exact = zone.price.is_exact() && zone.area.is_exact();
            for (within, word) in within.into_iter().zip(first..) {
                let mut bits = within & of_types.word(word);
                if !is_exact {
                    bits = recheck(columns, filter, word, bits);
                }
                if bits != 0 && !visit(word, bits) {
                    return;
                }
            }
        }
    }
}

fn zone_words(values: &[[u16; WORD]], first: usize) -> &[[u16; WORD]] {
    values.get(first..).map_or(&[], |rest| rest.get(..ZONE_WORDS).unwrap_or(rest))
}

fn offsets(values: &[u32], ranges: impl Iterator<Item = ValueRange>) -> Vec<[u16; WORD]> {
    let mut words = Vec::with_capacity(values.len().div_ceil(WORD));
    for (zone, range) in values.chunks(ZONE_DOCS).zip(ranges) {
        for values in zone.chunks(WORD) {
            let mut word = [0; WORD];
            for (offset, value) in word.iter_mut().zip(values) {
                *offset = range.offset_of(*value);
            }
            words.push(word);
        }
    }
    words
}

fn recheck(columns: &Columns, filter: Filter, word: usize, bits: u64) -> u64 {
    let base = to_u32(word * WORD);
    set_bits(bits).filter(|bit| filter.accepts(columns, base + bit)).fold(0, |bits, bit| bits | 1 << bit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::columns::Row;

    /// Mostly close together, sometimes farther apart than 16 bits.
    fn value() -> impl Strategy<Value = u32> {
        prop_oneof![8 => 0_u32..50, 1 => 0_u32..200_000, 1 => Just(u32::MAX)]
    }

    fn range() -> impl Strategy<Value = (u32, u32)> {
        (value(), value()).prop_map(|(one, other)| (one.min(other), one.max(other)))
    }

    proptest! {
        #[test]
        fn scan_returns_the_documents_that_a_plain_loop_finds(
            values in prop::collection::vec((value(), value(), 0_u8..4), 0..700),
            price in range(), area in range(), unit_types in 0_u8..16,
        ) {
            let row = |(total_rent, area, unit_type): &(u32, u32, u8)| Row {
                id: 0, basic_rent: 0, total_rent: *total_rent, area: *area, unit_type: *unit_type,
                created: 0, modified: 0, place: 0, town: 0, amenities: 0, stay: StayValues::default(),
            };
            let columns = Columns::new(values.len(), values.iter().map(row));
            let filter = Filter { price, area, unit_types };
            let mut found = Vec::new();
            columns.scan(filter, |word, bits| {
                found.extend(set_bits(bits).map(|bit| word * WORD + bit as usize));
                true
            });
            let within = |(min, max): (u32, u32), value: u32| min <= value && value <= max;
            let expected: Vec<usize> = (0..values.len())
                .filter(|doc| {
                    let (total_rent, size, unit_type) = values[*doc];
                    within(price, total_rent) && within(area, size) && unit_types >> unit_type & 1 == 1
                })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
