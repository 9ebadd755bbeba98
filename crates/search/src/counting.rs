//! How many documents lie in a range of prices and a range of areas, without looking at each of them.
//!
//! The documents of a unit type stand in the order of their total rent, so that a range of prices is a stretch of them. A
//! wavelet matrix over their areas counts a range of areas within a stretch, in as many steps as an area has bits. The
//! exact total of a search then costs a microsecond, whether there are a thousand listings or a million.

/// Areas in the order of the total rent.
#[derive(Debug, Default)]
pub(crate) struct RangeCounter {
    /// Ascending.
    prices: Vec<u32>,
    /// The last of every [`STEP`] prices, so that a search through them stays in few lines of memory.
    steps: Vec<u32>,
    /// From the highest bit of an area to the lowest.
    levels: Vec<Level>,
}

const STEP: usize = 64;

/// One bit of each area. Whoever has it set comes behind all others in the next level.
#[derive(Debug)]
struct Level {
    words: Vec<Word>,
    /// How many have it not set.
    zeros: usize,
}

#[derive(Debug, Clone, Copy, Default)]
struct Word {
    bits: u64,
    /// Bits that are set in the words before.
    before: u32,
}

impl Level {
    fn of(bits: impl Iterator<Item = bool>, length: usize) -> Self {
        let mut words = vec![Word::default(); length / 64 + 1];
        for (index, bit) in bits.enumerate() {
            words[index / 64].bits |= u64::from(bit) << (index % 64);
        }
        let mut before = 0;
        for word in &mut words {
            word.before = before;
            before += word.bits.count_ones();
        }
        Self { words, zeros: length - before as usize }
    }

    /// How many before `end` have it set.
    fn ones(&self, end: usize) -> usize {
        let word = self.words[end / 64];
        let mask = (1_u64 << (end % 64)) - 1;
        word.before as usize + (word.bits & mask).count_ones() as usize
    }
}

/// A way down through the levels, with what is still undecided: areas that begin with the same bits as the bound.
struct Walk {
    bound: u32,
    start: usize,
    end: usize,
    /// Areas below the bound so far.
    count: usize,
}

impl Walk {
    fn step(&mut self, level: &Level, bit: u32) {
        let (ones_start, ones_end) = (level.ones(self.start), level.ones(self.end));
        let (zeros_start, zeros_end) = (self.start - ones_start, self.end - ones_end);
        if self.bound >> bit & 1 == 1 {
            self.count += zeros_end - zeros_start;
            (self.start, self.end) = (level.zeros + ones_start, level.zeros + ones_end);
        } else {
            (self.start, self.end) = (zeros_start, zeros_end);
        }
    }
}

impl RangeCounter {
    /// Of pairs of total rent and area.
    pub fn new(mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        let largest = pairs.iter().map(|(_, area)| *area).max().unwrap_or(0);
        let (prices, mut areas): (Vec<u32>, Vec<u32>) = pairs.into_iter().unzip();
        let mut levels = Vec::new();
        for bit in (0..u32::BITS - largest.leading_zeros()).rev() {
            levels.push(Level::of(areas.iter().map(|area| area >> bit & 1 == 1), areas.len()));
            let (ones, mut zeros): (Vec<u32>, Vec<u32>) = areas.into_iter().partition(|area| area >> bit & 1 == 1);
            zeros.extend(ones);
            areas = zeros;
        }
        let steps = prices.chunks(STEP).filter_map(<[u32]>::last).copied().collect();
        Self { prices, steps, levels }
    }

    /// How many have a price and an area in these inclusive ranges.
    pub fn count(&self, price: (u32, u32), area: (u32, u32)) -> usize {
        if price.0 > price.1 || area.0 > area.1 {
            return 0;
        }
        let (start, end) = (self.first(|known| known >= price.0), self.first(|known| known > price.1));
        if area == (0, u32::MAX) {
            return end - start;
        }
        let [below, up_to] = self.below(start, end, [Some(area.0), area.1.checked_add(1)]);
        up_to - below
    }

    /// The first price of which this holds; it holds of all that follow.
    fn first(&self, holds: impl Fn(u32) -> bool) -> usize {
        let start = self.steps.partition_point(|last| !holds(*last)) * STEP;
        let step = self.prices.get(start..).unwrap_or_default();
        let step = step.get(..STEP).unwrap_or(step);
        start.min(self.prices.len()) + step.partition_point(|known| !holds(*known))
    }

    /// How many of a stretch have an area below each of these bounds; `None` is above all. Both are counted at once,
    /// because the memory that they look at is asked for at once then.
    fn below(&self, start: usize, end: usize, bounds: [Option<u32>; 2]) -> [usize; 2] {
        let bits = u32::try_from(self.levels.len()).unwrap_or(u32::BITS);
        // A bound of more bits than any area has is above all, too.
        let mut walks = bounds.map(|bound| match bound.filter(|bound| bound.checked_shr(bits).unwrap_or(0) == 0) {
            Some(bound) => Walk { bound, start, end, count: 0 },
            None => Walk { bound: 0, start: 0, end: 0, count: end - start },
        });
        for (level, bit) in self.levels.iter().zip((0..bits).rev()) {
            for walk in &mut walks {
                walk.step(level, bit);
            }
        }
        walks.map(|walk| walk.count)
    }

    pub fn bytes(&self) -> usize {
        let levels: usize = self.levels.iter().map(|level| level.words.len() * size_of::<Word>()).sum();
        (self.prices.len() + self.steps.len()) * 4 + levels
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn range() -> impl Strategy<Value = (u32, u32)> {
        prop_oneof![Just((0, u32::MAX)), (0_u32..400, 0_u32..400), (0_u32..400).prop_map(|min| (min, u32::MAX))]
    }

    proptest! {
        #[test]
        fn it_counts_as_a_loop_does(
            pairs in prop::collection::vec((0_u32..300, 0_u32..300), 0..200), price in range(), area in range(),
        ) {
            let within = |range: (u32, u32), value: u32| range.0 <= value && value <= range.1;
            let expected = pairs.iter().filter(|pair| within(price, pair.0) && within(area, pair.1)).count();
            prop_assert_eq!(RangeCounter::new(pairs).count(price, area), expected);
        }
    }
}
