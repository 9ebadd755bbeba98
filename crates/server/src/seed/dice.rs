//! Chance that always falls the same way.

use std::collections::HashMap;
use std::hash::Hash;

use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

/// Dice whose throws follow from a seed.
pub struct Dice(StdRng);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(StdRng::seed_from_u64(seed))
    }

    /// A number of this range, both ends included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        self.0.random_range(low..=high)
    }

    pub fn chance(&mut self, percent: i64) -> bool {
        self.between(1, 100) <= percent
    }

    /// One of these, of which there must be one.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.0.random_range(0..from.len())]
    }

    /// One of these, the later in the list the rarer: each is drawn `weight` times as often as a weight
    /// of one.
    pub fn weigh<T: Copy>(&mut self, from: &[(T, i64)]) -> T {
        let mut left = self.between(1, from.iter().map(|(_, weight)| weight).sum());
        for (value, weight) in from {
            left -= weight;
            if left <= 0 {
                return *value;
            }
        }
        from[from.len() - 1].0
    }

    pub fn shuffle<T>(&mut self, cards: &mut [T]) {
        cards.shuffle(&mut self.0);
    }
}

/// Stacks of cards. Each card of a stack is drawn once before one comes again.
pub struct Decks<K, T>(HashMap<K, Vec<T>>);

impl<K: Eq + Hash, T: Copy> Decks<K, T> {
    pub fn new() -> Self {
        Self(HashMap::new())
    }

    /// Draws from the stack of this name, which holds these cards when it is full.
    pub fn draw(&mut self, stack: K, cards: &[T], dice: &mut Dice) -> T {
        let left = self.0.entry(stack).or_default();
        if left.is_empty() {
            left.extend_from_slice(cards);
            dice.shuffle(left);
        }
        left.pop().unwrap_or(cards[0])
    }
}
