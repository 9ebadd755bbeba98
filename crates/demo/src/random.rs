//! Random choices that a seed determines.

use std::collections::HashMap;
use std::hash::Hash;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// A random number generator with a fixed seed.
pub(crate) struct SeededRng(StdRng);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// A number of this range, both ends included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high)
    }

    pub(crate) fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// One of the items. Panics if there is none.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.0.random_range(0..items.len())]
    }

    /// One of the values, with a probability proportional to its weight.
    pub(crate) fn pick_weighted<T: Copy>(&mut self, weighted: &[(T, i64)]) -> T {
        let mut left = self.between(1, weighted.iter().map(|(_, weight)| weight).sum());
        for (value, weight) in weighted {
            left -= weight;
            if left <= 0 {
                return *value;
            }
        }
        weighted[weighted.len() - 1].0
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        items.shuffle(&mut self.0);
    }
}

/// A shuffle bag for each key: every item of a bag is drawn once before one is drawn again.
pub(crate) struct ShuffleBags<K, T>(HashMap<K, Vec<T>>);

impl<K: Eq + Hash, T: Copy> ShuffleBags<K, T> {
    pub(crate) fn new() -> Self {
        Self(HashMap::new())
    }

    /// Draws from the bag of this key, which is refilled with these items when it is empty.
    pub(crate) fn draw(&mut self, key: K, items: &[T], rng: &mut SeededRng) -> T {
        let bag = self.0.entry(key).or_default();
        if bag.is_empty() {
            bag.extend_from_slice(items);
            rng.shuffle(bag);
        }
        bag.pop().unwrap_or(items[0])
    }
}
