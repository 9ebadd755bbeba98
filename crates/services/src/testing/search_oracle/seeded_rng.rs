//! Reproducible pseudo-random numbers.

/// `SplitMix64`: short, and good enough for tests.
pub(super) struct SeededRng(u64);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, which must not be zero.
    pub(crate) fn index(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or(0)
    }

    /// A number from `start` to below `end`.
    pub(crate) fn number(&mut self, start: i64, end: i64) -> i64 {
        start + i64::try_from(self.next() % end.abs_diff(start)).unwrap_or(0)
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.index(from.len())]
    }

    pub(crate) fn chance(&mut self, in_a_hundred: i64) -> bool {
        self.number(0, 100) < in_a_hundred
    }
}
