//! Which documents a filter accepts, sixty-four at a time.
//!
//! A scan reads two bytes of a document's price and two of its area: by how much they exceed the least of their zone. Few
//! zones are so wide that this is not exact; what is found there is looked at once more.

mod wide;

use portal_domain::listing::UnitType;
use wide::{WORD, Wide, Window};

use crate::bits::{Bits, ones};
use crate::columns::{Columns, Filter};

/// How many documents share a zone.
const ZONE: usize = 512;
const ZONE_WORDS: usize = ZONE / WORD;

/// The figures of all documents, narrow.
#[derive(Debug, Default)]
pub(crate) struct Narrow {
    zones: Vec<Zone>,
    prices: Vec<[u16; WORD]>,
    areas: Vec<[u16; WORD]>,
    /// One set for each unit type.
    unit_types: [Bits; UnitType::ALL.len()],
}

/// The ranges in which a stretch of documents lies. Total rents, and areas as well, go along with the basic rent, so that
/// most stretches need no look at all.
#[derive(Debug)]
struct Zone {
    price: Range,
    area: Range,
    /// The highest price here and in all zones before.
    highest_so_far: u32,
    /// The lowest price here and in all zones that follow.
    lowest_from_here: u32,
}

/// Inclusive.
#[derive(Debug, Clone, Copy)]
struct Range {
    least: u32,
    most: u32,
}

impl Zone {
    fn of(price: Range, area: Range) -> Self {
        Self { price, area, highest_so_far: price.most, lowest_from_here: price.least }
    }
}

impl Range {
    fn of(figures: &[u32]) -> Self {
        let (least, most) = (figures.iter().min(), figures.iter().max());
        Self { least: least.copied().unwrap_or(0), most: most.copied().unwrap_or(0) }
    }

    /// What exceeds the least by too much is as much as fits.
    fn narrow(self, figure: u32) -> u16 {
        u16::try_from(figure.saturating_sub(self.least)).unwrap_or(u16::MAX)
    }

    fn is_exact(self) -> bool {
        u16::try_from(self.most - self.least).is_ok()
    }

    /// `None`: nothing of this range is accepted.
    fn window(self, (min, max): (u32, u32)) -> Option<Window> {
        let from = self.narrow(min);
        (min <= self.most && self.least <= max).then(|| Window { from, span: self.narrow(max.min(self.most)) - from })
    }
}

impl Narrow {
    pub fn new(prices: &[u32], areas: &[u32], unit_types: &[u8]) -> Self {
        let mut zones: Vec<Zone> = prices
            .chunks(ZONE)
            .zip(areas.chunks(ZONE))
            .map(|(prices, areas)| Zone::of(Range::of(prices), Range::of(areas)))
            .collect();
        let mut highest = 0;
        for zone in &mut zones {
            highest = zone.highest_so_far.max(highest);
            zone.highest_so_far = highest;
        }
        let mut lowest = u32::MAX;
        for zone in zones.iter_mut().rev() {
            lowest = zone.lowest_from_here.min(lowest);
            zone.lowest_from_here = lowest;
        }
        let of_type = |number: usize| {
            let documents = (0..).zip(unit_types).filter(|(_, unit_type)| usize::from(**unit_type) == number);
            Bits::of(unit_types.len(), documents.map(|(doc, _)| doc))
        };
        Self {
            prices: narrow(prices, zones.iter().map(|zone| zone.price)),
            areas: narrow(areas, zones.iter().map(|zone| zone.area)),
            unit_types: std::array::from_fn(of_type),
            zones,
        }
    }

    pub fn bytes(&self) -> usize {
        let unit_types: usize = self.unit_types.iter().map(Bits::bytes).sum();
        self.zones.len() * size_of::<Zone>() + (self.prices.len() + self.areas.len()) * WORD * 2 + unit_types
    }

    /// See [`Columns::scan`].
    pub fn scan(&self, columns: &Columns, filter: Filter, mut each: impl FnMut(usize, u64) -> bool) {
        // Prices nearly ascend with the numbers of documents: whatever is accepted lies in one stretch of zones.
        let start = self.zones.partition_point(|zone| zone.highest_so_far < filter.price.0);
        let end = self.zones.partition_point(|zone| zone.lowest_from_here <= filter.price.1);
        let (types, wide) = (self.of_types(filter.unit_types), Wide::new());
        for (number, zone) in self.zones.iter().enumerate().take(end).skip(start) {
            let (Some(price), Some(area)) = (zone.price.window(filter.price), zone.area.window(filter.area)) else {
                continue;
            };
            let first = number * ZONE_WORDS;
            let (prices, areas) = (stretch(&self.prices, first), stretch(&self.areas, first));
            let within = wide.within([(prices, price), (areas, area)]);
            let is_exact = zone.price.is_exact() && zone.area.is_exact();
            for (within, word) in within.into_iter().zip(first..) {
                let mut bits = within & types.iter().fold(0, |bits, of_type| bits | of_type.word(word));
                if !is_exact {
                    bits = accepted_exactly(columns, filter, word, bits);
                }
                if bits != 0 && !each(word, bits) {
                    return;
                }
            }
        }
    }

    fn of_types(&self, unit_types: u8) -> Vec<&Bits> {
        let numbered = (0..).zip(&self.unit_types);
        numbered.filter_map(|(number, of_type)| (unit_types >> number & 1 == 1).then_some(of_type)).collect()
    }
}

/// The words of one zone.
fn stretch(figures: &[[u16; WORD]], first: usize) -> &[[u16; WORD]] {
    figures.get(first..).map_or(&[], |rest| rest.get(..ZONE_WORDS).unwrap_or(rest))
}

fn narrow(figures: &[u32], ranges: impl Iterator<Item = Range>) -> Vec<[u16; WORD]> {
    let mut words = Vec::with_capacity(figures.len().div_ceil(WORD));
    for (zone, range) in figures.chunks(ZONE).zip(ranges) {
        for figures in zone.chunks(WORD) {
            let mut word = [0; WORD];
            for (narrow, figure) in word.iter_mut().zip(figures) {
                *narrow = range.narrow(*figure);
            }
            words.push(word);
        }
    }
    words
}

fn accepted_exactly(columns: &Columns, filter: Filter, word: usize, bits: u64) -> u64 {
    let base = u32::try_from(word * WORD).unwrap_or(u32::MAX);
    ones(bits).filter(|bit| filter.accepts(columns, base + bit)).fold(0, |bits, bit| bits | 1 << bit)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::columns::Row;

    /// Mostly near each other, sometimes farther apart than two bytes can tell.
    fn figure() -> impl Strategy<Value = u32> {
        prop_oneof![8 => 0_u32..50, 1 => 0_u32..200_000, 1 => Just(u32::MAX)]
    }

    fn range() -> impl Strategy<Value = (u32, u32)> {
        (figure(), figure()).prop_map(|(one, other)| (one.min(other), one.max(other)))
    }

    proptest! {
        #[test]
        fn a_scan_finds_what_a_loop_finds(
            figures in prop::collection::vec((figure(), figure(), 0_u8..4), 0..700),
            price in range(), area in range(), unit_types in 0_u8..16,
        ) {
            let row = |(total_rent, area, unit_type): &(u32, u32, u8)| Row {
                id: 0, basic_rent: 0, total_rent: *total_rent, area: *area, unit_type: *unit_type,
                created: 0, modified: 0, place: 0,
            };
            let columns = Columns::new(figures.len(), figures.iter().map(row));
            let filter = Filter { price, area, unit_types };
            let mut found = Vec::new();
            columns.scan(filter, |word, bits| {
                found.extend(ones(bits).map(|bit| word * WORD + bit as usize));
                true
            });
            let within = |(min, max): (u32, u32), value: u32| min <= value && value <= max;
            let expected: Vec<usize> = (0..figures.len())
                .filter(|doc| {
                    let (total_rent, size, unit_type) = figures[*doc];
                    within(price, total_rent) && within(area, size) && unit_types >> unit_type & 1 == 1
                })
                .collect();
            prop_assert_eq!(found, expected);
        }
    }
}
