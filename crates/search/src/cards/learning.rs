//! What is worth being a phrase.

use std::cmp::Reverse;
use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::Phrasebook;
use super::pieces::{Piece, pieces};

/// What was seen fewer times is no phrase.
const OFTEN: u32 = 4;
/// Shorter texts take no more room than their number.
const SHORTEST: usize = 3;
/// Nothing more comes of more cards than this.
pub(crate) const ENOUGH: usize = 4_000;
/// So many times as many cards are worth to learn anew.
const MORE: usize = 4;
/// Two phrases are one if they follow each other once in so many cards.
const PAIR_IN: usize = 64;
/// So often pairs are looked for, in what came of the pairs before, and so many of the most frequent are taken.
const ROUNDS: usize = 6;
const PAIRS_A_ROUND: usize = 1_024;

type Counts<K> = HashMap<K, u32, RandomState>;

impl Phrasebook {
    /// The phrases of these cards: pieces that save much, and what often stands side by side.
    pub fn learn(cards: &[Vec<u8>]) -> Self {
        let mut phrases = Self { learnt_from: cards.len(), ..Self::default() };
        for text in texts(cards) {
            phrases.add(text);
        }
        let often = OFTEN.max(u32::try_from(cards.len() / PAIR_IN).unwrap_or(u32::MAX));
        for _ in 0..ROUNDS {
            let mut pairs: Vec<((u16, u16), u32)> =
                phrases.pairs_in(cards).into_iter().filter(|(_, count)| *count >= often).collect();
            pairs.sort_unstable_by_key(|(pair, count)| (Reverse(*count), *pair));
            for ((one, other), _) in pairs.into_iter().take(PAIRS_A_ROUND) {
                if let Some(both) = phrases.add(&[phrases.text(one), phrases.text(other)].concat()) {
                    phrases.pairs.insert((one, other), both);
                }
            }
        }
        phrases
    }

    /// Whether there is more to learn from so many cards.
    pub fn is_worth_renewing(&self, cards: usize) -> bool {
        self.learnt_from < ENOUGH && cards >= self.learnt_from * MORE
    }

    /// How often which phrase is followed by which piece that is one, too, and both are not one yet.
    fn pairs_in(&self, cards: &[Vec<u8>]) -> Counts<(u16, u16)> {
        let mut pairs = Counts::default();
        for card in cards {
            let known = |pair| {
                let both = self.pairs.get(&pair).copied();
                if both.is_none() {
                    *pairs.entry(pair).or_default() += 1;
                }
                both
            };
            self.for_each_part(card, known, |_| {});
        }
        pairs
    }
}

/// The texts that save most, in that order.
fn texts(cards: &[Vec<u8>]) -> Vec<&[u8]> {
    let mut seen: Counts<&[u8]> = Counts::default();
    for piece in cards.iter().flat_map(|card| pieces(card)) {
        let (Piece::Structure(text) | Piece::Value(text)) = piece;
        if text.len() >= SHORTEST {
            *seen.entry(text).or_default() += 1;
        }
    }
    let mut often: Vec<(&[u8], u32)> = seen.into_iter().filter(|(_, count)| *count >= OFTEN).collect();
    often.sort_unstable_by_key(|(text, count)| (Reverse(text.len() as u64 * u64::from(*count)), *text));
    often.into_iter().map(|(text, _)| text).collect()
}
