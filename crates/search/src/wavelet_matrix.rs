//! Counts documents in a range of prices and a range of areas without visiting them.
//!
//! The documents of a unit type are ordered by total rent, so a price range is an interval of them.
//! A wavelet matrix over their areas counts an area range within an interval in as many steps as
//! areas have bits. An exact total thus costs about a microsecond for any number of listings.

use crate::to_u32;

#[derive(Debug, Default)]
pub(crate) struct RangeCounter {
    /// Ascending.
    prices: Vec<u32>,
    /// The last of every [`BLOCK`] prices: a search through these touches few cache lines.
    block_ends: Vec<u32>,
    /// By whole euros, which most bounds are: without a search there is only one cache miss.
    euros: Vec<Position>,
    /// The wavelet matrix, from the highest bit of an area to the lowest.
    levels: Vec<Level>,
}

const BLOCK: usize = 64;

const CENTS_PER_EURO: u32 = 100;
/// Few prices are higher.
const MAX_EUROS: usize = 4_096;

/// The place of a price among all.
#[derive(Debug, Clone, Copy, Default)]
struct Position {
    /// The number of lower prices.
    below: u32,
    /// The number of prices that are not higher.
    up_to: u32,
}

/// One bit of each area. The next level has all areas with a zero here before those with a one.
#[derive(Debug)]
struct Level {
    words: Vec<Word>,
    zeros: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Word {
    bits: u64,
    /// The number of ones in all words before.
    ones_before: u32,
}

impl Level {
    fn new(bits: impl Iterator<Item = bool>, length: usize) -> Self {
        let mut words = vec![Word::default(); length / 64 + 1];
        for (index, bit) in bits.enumerate() {
            words[index / 64].bits |= u64::from(bit) << (index % 64);
        }
        let mut ones = 0;
        for word in &mut words {
            word.ones_before = ones;
            ones += word.bits.count_ones();
        }
        Self { words, zeros: length - ones as usize }
    }

    /// The number of ones before `end`.
    fn rank(&self, end: usize) -> usize {
        let word = self.words[end / 64];
        let mask = (1_u64 << (end % 64)) - 1;
        word.ones_before as usize + (word.bits & mask).count_ones() as usize
    }
}

/// A descent through the levels of a counter: the interval of areas that begin with the same bits
/// as the bound.
#[derive(Clone, Copy)]
struct Descent<'a> {
    levels: &'a [Level],
    bound: u32,
    start: usize,
    end: usize,
    /// Areas known to be below the bound.
    count: usize,
}

impl<'a> Descent<'a> {
    const ENDED: Self = Self { levels: &[], bound: 0, start: 0, end: 0, count: 0 };

    /// `None` is above all areas.
    fn new(counter: &'a RangeCounter, bound: Option<u32>, start: usize, end: usize) -> Self {
        let levels = counter.levels.as_slice();
        let bits = u32::try_from(levels.len()).unwrap_or(u32::BITS);
        // A bound with more bits than any area has is above all, too.
        match bound.filter(|bound| bound.checked_shr(bits).unwrap_or(0) == 0) {
            // No area is below zero.
            Some(0) => Self::ENDED,
            // The first level tests the highest bit.
            Some(bound) => {
                Self { levels, bound: bound.checked_shl(u32::BITS - bits).unwrap_or(0), start, end, count: 0 }
            }
            None => Self { count: end - start, ..Self::ENDED },
        }
    }

    /// Returns false at the end.
    fn step(&mut self) -> bool {
        let Some((level, rest)) = self.levels.split_first() else { return false };
        self.levels = rest;
        let (ones_start, ones_end) = (level.rank(self.start), level.rank(self.end));
        let (zeros_start, zeros_end) = (self.start - ones_start, self.end - ones_end);
        if self.bound >> (u32::BITS - 1) == 1 {
            self.count += zeros_end - zeros_start;
            (self.start, self.end) = (level.zeros + ones_start, level.zeros + ones_end);
        } else {
            (self.start, self.end) = (zeros_start, zeros_end);
        }
        self.bound <<= 1;
        true
    }
}

impl RangeCounter {
    /// `pairs`: total rent and area of each document.
    pub(crate) fn new(mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let largest = pairs.iter().map(|(_, area)| *area).max().unwrap_or(0);
        let (prices, mut areas): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
        let mut levels = Vec::new();
        for bit in (0..u32::BITS - largest.leading_zeros()).rev() {
            levels.push(Level::new(areas.iter().map(|area| area >> bit & 1 == 1), areas.len()));
            let (ones, mut zeros): (Vec<u32>, Vec<u32>) = areas.into_iter().partition(|area| area >> bit & 1 == 1);
            zeros.extend(ones);
            areas = zeros;
        }
        let block_ends = prices.chunks(BLOCK).filter_map(<[u32]>::last).copied().collect();
        Self { euros: positions(&prices), prices, block_ends, levels }
    }

    /// Counts the documents of all these counters, at most `MAX`, within two inclusive ranges.
    pub(crate) fn count<'a, const MAX: usize>(
        counters: impl Iterator<Item = &'a Self>,
        price: (u32, u32),
        area: (u32, u32),
    ) -> usize {
        if price.0 > price.1 || area.0 > area.1 {
            return 0;
        }
        // Without an allocation: facets count twenty times.
        let (mut descents, mut length) = ([[Descent::ENDED; 2]; MAX], 0);
        for (counter, [below, up_to]) in counters.zip(&mut descents) {
            let (start, end) = (counter.count_below(price.0), counter.count_up_to(price.1));
            *below = Descent::new(counter, Some(area.0), start, end);
            *up_to = Descent::new(counter, area.1.checked_add(1), start, end);
            length += 1;
        }
        let descents = &mut descents[..length];
        // All descend together so that their cache misses overlap.
        while descents.as_flattened_mut().iter_mut().fold(false, |stepped, descent| descent.step() | stepped) {}
        descents.iter().map(|[below, up_to]| up_to.count - below.count).sum()
    }

    /// The number of prices below this one.
    fn count_below(&self, price: u32) -> usize {
        self.position(price).map_or_else(|| self.partition_point(|known| known < price), |at| at.below as usize)
    }

    /// The number of prices that are not above this one.
    fn count_up_to(&self, price: u32) -> usize {
        self.position(price).map_or_else(|| self.partition_point(|known| known <= price), |at| at.up_to as usize)
    }

    /// `None` unless the price is a whole number of euros and not very high.
    fn position(&self, price: u32) -> Option<Position> {
        let euros = price.is_multiple_of(CENTS_PER_EURO).then_some(price / CENTS_PER_EURO)?;
        self.euros.get(euros as usize).copied()
    }

    /// The number of prices before the first that is not `low`.
    fn partition_point(&self, low: impl Fn(u32) -> bool) -> usize {
        let start = self.block_ends.partition_point(|last| low(*last)) * BLOCK;
        let block = self.prices.get(start..).unwrap_or_default();
        let block = block.get(..BLOCK).unwrap_or(block);
        start.min(self.prices.len()) + block.partition_point(|known| low(*known))
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let levels: usize = self.levels.iter().map(|level| level.words.len() * size_of::<Word>()).sum();
        let euros = self.euros.len() * size_of::<Position>();
        (self.prices.len() + self.block_ends.len()) * size_of::<u32>() + euros + levels
    }
}

/// The positions of whole euros up to the highest of these ascending prices.
fn positions(prices: &[u32]) -> Vec<Position> {
    let highest = prices.last().map_or(0, |price| price.div_ceil(CENTS_PER_EURO));
    let (mut below, mut up_to) = (0, 0);
    let of_euro = |euros: u32| {
        let price = euros * CENTS_PER_EURO;
        below += prices[below..].iter().take_while(|known| **known < price).count();
        up_to = up_to.max(below);
        up_to += prices[up_to..].iter().take_while(|known| **known <= price).count();
        Position { below: to_u32(below), up_to: to_u32(up_to) }
    };
    (0..=highest).take(MAX_EUROS).map(of_euro).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Mostly close together, sometimes with the highest bit.
    fn value() -> impl Strategy<Value = u32> {
        prop_oneof![
            8 => 0_u32..300,
            4 => (0_u32..5_000).prop_map(|euros| euros * CENTS_PER_EURO),
            1 => Just(0), 1 => Just(1 << 31), 1 => Just(u32::MAX),
        ]
    }

    fn range() -> impl Strategy<Value = (u32, u32)> {
        prop_oneof![Just((0, u32::MAX)), (value(), value()), value().prop_map(|min| (min, u32::MAX))]
    }

    proptest! {
        #[test]
        fn count_equals_that_of_a_plain_loop(
            pairs in prop::collection::vec((value(), value()), 0..200),
            // Without a bit set there are no levels.
            others in prop::collection::vec((value(), prop_oneof![Just(0), 0_u32..30]), 0..5),
            price in range(), area in range(),
        ) {
            let within = |range: (u32, u32), value: u32| range.0 <= value && value <= range.1;
            let all = pairs.iter().chain(&others);
            let expected = all.filter(|pair| within(price, pair.0) && within(area, pair.1)).count();
            let counters = [RangeCounter::new(pairs), RangeCounter::new(others)];
            prop_assert_eq!(RangeCounter::count::<2>(counters.iter(), price, area), expected);
        }
    }
}
