//! Trains a dictionary: selects frequent tokens, then merges frequent pairs of entries as byte-pair
//! encoding does.

use std::cmp::Reverse;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::tokens::{Token, tokenize};
use super::{Dictionary, Symbol};

/// Rarer tokens get no entry.
const MIN_COUNT: u32 = 4;
/// Shorter tokens save nothing: the code of an entry takes two bytes.
const MIN_LENGTH: usize = 3;
/// More cards do not improve a dictionary.
pub(crate) const TRAINING_CARDS: usize = 4_000;
/// A dictionary of a small sample is trained again with this many times as many cards.
const RETRAINING_GROWTH: usize = 4;
/// A pair of entries becomes an entry if it occurs once in this many cards.
const CARDS_PER_PAIR: usize = 64;
const PAIR_ROUNDS: usize = 6;
/// The most frequent pairs of a round become entries.
const PAIRS_PER_ROUND: usize = 1_024;

type Counts<K> = HashMap<K, u32, RandomState>;

impl Dictionary {
    pub(crate) fn train(cards: &[Vec<u8>]) -> Self {
        let mut dictionary = Self { trained_with: cards.len(), ..Self::default() };
        for text in frequent_texts(cards) {
            dictionary.add(text);
        }
        let min_count = MIN_COUNT.max(u32::try_from(cards.len() / CARDS_PER_PAIR).unwrap_or(u32::MAX));
        for _ in 0..PAIR_ROUNDS {
            let mut pairs: Vec<((u16, u16), u32)> =
                dictionary.count_pairs(cards).into_iter().filter(|(_, count)| *count >= min_count).collect();
            pairs.sort_unstable_by_key(|(pair, count)| (Reverse(*count), *pair));
            for ((one, other), _) in pairs.into_iter().take(PAIRS_PER_ROUND) {
                if let Some(both) = dictionary.add(&[dictionary.text(one), dictionary.text(other)].concat()) {
                    dictionary.pairs.insert((one, other), both);
                }
            }
        }
        dictionary.sorted_by_use(cards)
    }

    /// The same entries, the most used first. Most entries are rarely used, or only as a part of a
    /// pair; those that are needed for a page of results are then close together in memory.
    fn sorted_by_use(&self, cards: &[Vec<u8>]) -> Self {
        let mut uses = vec![0_u32; self.entries.len()];
        for card in cards {
            let merge = |pair: (u16, u16)| self.pairs.get(&pair).copied();
            self.for_each_symbol(card, merge, |symbol| {
                if let Symbol::Entry(id) = symbol {
                    uses[usize::from(id)] += 1;
                }
            });
        }
        let mut order: Vec<u16> = (0..).take(uses.len()).collect();
        order.sort_by_key(|id| Reverse(uses[usize::from(*id)]));
        let mut sorted = Self { trained_with: self.trained_with, ..Self::default() };
        let mut new_ids = vec![0; order.len()];
        for id in order {
            // Texts are distinct and no more than before, so each gets an id.
            new_ids[usize::from(id)] = sorted.add(self.text(id)).unwrap_or_default();
        }
        let new_id = |id: &u16| new_ids[usize::from(*id)];
        let pairs = self.pairs.iter().map(|((one, other), both)| ((new_id(one), new_id(other)), new_id(both)));
        sorted.pairs = pairs.collect();
        sorted
    }

    /// Whether training with this many cards would improve the dictionary.
    pub(crate) fn needs_training(&self, cards: usize) -> bool {
        self.trained_with < TRAINING_CARDS && cards >= self.trained_with * RETRAINING_GROWTH
    }

    /// Counts adjacent entries that have no common entry yet.
    fn count_pairs(&self, cards: &[Vec<u8>]) -> Counts<(u16, u16)> {
        let mut pairs = Counts::default();
        for card in cards {
            let merge = |pair| {
                let both = self.pairs.get(&pair).copied();
                if both.is_none() {
                    *pairs.entry(pair).or_default() += 1;
                }
                both
            };
            self.for_each_symbol(card, merge, |_| {});
        }
        pairs
    }
}

/// The texts of frequent tokens, those that save most bytes first.
fn frequent_texts(cards: &[Vec<u8>]) -> Vec<&[u8]> {
    let mut counts: Counts<&[u8]> = Counts::default();
    for token in cards.iter().flat_map(|card| tokenize(card)) {
        let (Token::Structure(text) | Token::Value(text)) = token;
        if text.len() >= MIN_LENGTH {
            *counts.entry(text).or_default() += 1;
        }
    }
    let mut frequent: Vec<(&[u8], u32)> = counts.into_iter().filter(|(_, count)| *count >= MIN_COUNT).collect();
    frequent.sort_unstable_by_key(|(text, count)| (Reverse(text.len() as u64 * u64::from(*count)), *text));
    frequent.into_iter().map(|(text, _)| text).collect()
}
