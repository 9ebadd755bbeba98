//! Cards as clients read them, in a third of the space.
//!
//! A card is a text of JSON: the same structure around ever new values. What stands between two values is a number in a
//! phrasebook that all cards share, and so are values that come up again and again, such as cities; an identifier is its
//! sixteen bytes. Unpacking copies pieces one after the other and understands nothing.

mod pieces;
mod shelf;

use std::collections::HashMap;

use foldhash::fast::RandomState;
use pieces::{Piece, pieces};
pub(crate) use shelf::{Shelf, ShelfWriter};
use uuid::Uuid;

/// Texts that cards have in common.
#[derive(Debug, Default)]
pub(crate) struct Phrasebook {
    texts: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u16, RandomState>,
}

/// How the first byte of a piece tells what follows. Below [`PHRASE`] it is the length of a text.
const PHRASE: u8 = 0x80;
/// The last first byte of a phrase: the lower bits of it and a second byte make the phrase's number.
const LAST_PHRASE: u8 = 0xFD;
const IDENTIFIER: u8 = 0xFE;
/// Two bytes of length, and a text.
const LONG: u8 = 0xFF;
/// As many phrases as there are numbers.
const PHRASES: usize = (LAST_PHRASE - PHRASE + 1) as usize * 256;
/// Shorter texts take no more room than their number.
const SHORTEST_PHRASE: usize = 3;

impl Phrasebook {
    /// The card, packed.
    pub fn pack(&self, card: &[u8]) -> Vec<u8> {
        let mut packed = Vec::with_capacity(card.len() / 2);
        for piece in pieces(card) {
            self.pack_piece(piece, &mut packed);
        }
        packed
    }

    fn pack_piece(&self, piece: Piece<'_>, packed: &mut Vec<u8>) {
        let (Piece::Structure(text) | Piece::Value(text)) = piece;
        if let Some(number) = self.numbers.get(text) {
            let [high, low] = number.to_be_bytes();
            packed.extend([PHRASE + high, low]);
        } else if let Some(identifier) = identifier(text) {
            packed.push(IDENTIFIER);
            packed.extend(identifier.as_bytes());
        } else {
            for text in text.chunks(usize::from(u16::MAX)) {
                match u8::try_from(text.len()) {
                    Ok(length) if length < PHRASE => packed.push(length),
                    _ => {
                        packed.push(LONG);
                        packed.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
                    }
                }
                packed.extend(text);
            }
        }
    }

    /// Appends the card that was packed, with this phrasebook.
    pub fn unpack(&self, mut packed: &[u8], card: &mut Vec<u8>) {
        while let Some((first, rest)) = packed.split_first() {
            packed = self.unpack_piece(*first, rest, card).unwrap_or_default();
        }
    }

    #[inline]
    fn unpack_piece<'a>(&self, first: u8, rest: &'a [u8], card: &mut Vec<u8>) -> Option<&'a [u8]> {
        let (length, rest) = match first {
            PHRASE..=LAST_PHRASE => {
                let (low, rest) = rest.split_first()?;
                card.extend_from_slice(self.texts.get(usize::from(u16::from_be_bytes([first - PHRASE, *low])))?);
                return Some(rest);
            }
            IDENTIFIER => {
                let (bytes, rest) = rest.split_first_chunk::<16>()?;
                card.extend_from_slice(
                    Uuid::from_bytes(*bytes).hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes(),
                );
                return Some(rest);
            }
            LONG => {
                let (length, rest) = rest.split_first_chunk::<2>()?;
                (usize::from(u16::from_le_bytes(*length)), rest)
            }
            length => (usize::from(length), rest),
        };
        let (text, rest) = rest.split_at_checked(length)?;
        card.extend_from_slice(text);
        Some(rest)
    }

    fn add(&mut self, text: &[u8]) {
        if self.texts.len() < PHRASES && !self.numbers.contains_key(text) {
            let number = u16::try_from(self.texts.len()).unwrap_or(u16::MAX);
            self.texts.push(text.into());
            self.numbers.insert(text.into(), number);
        }
    }
}

/// The identifier that this is the usual text of.
fn identifier(text: &[u8]) -> Option<Uuid> {
    if text.len() != 36 {
        return None;
    }
    let identifier = Uuid::try_parse_ascii(text).ok()?;
    (identifier.hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes() == text).then_some(identifier)
}

/// Learns from cards what is worth being a phrase.
#[derive(Debug, Default)]
pub(crate) struct Learner {
    seen: HashMap<Box<[u8]>, u32, RandomState>,
}

/// What was seen fewer times is no phrase.
const OFTEN: u32 = 4;
/// Different texts to remember.
const REMEMBERED: usize = 1 << 18;

impl Learner {
    pub fn learn(&mut self, card: &[u8]) {
        for piece in pieces(card) {
            let (Piece::Structure(text) | Piece::Value(text)) = piece;
            if text.len() < SHORTEST_PHRASE {
                continue;
            }
            if let Some(count) = self.seen.get_mut(text) {
                *count += 1;
            } else if self.seen.len() < REMEMBERED {
                self.seen.insert(text.into(), 1);
            }
        }
    }

    /// The texts that save most, in that order.
    pub fn phrasebook(self) -> Phrasebook {
        let mut often: Vec<(Box<[u8]>, u32)> = self.seen.into_iter().filter(|(_, count)| *count >= OFTEN).collect();
        often.sort_by_cached_key(|(text, count)| {
            std::cmp::Reverse((text.len() as u64 * u64::from(*count), text.clone()))
        });
        let mut phrases = Phrasebook::default();
        for (text, _) in &often {
            phrases.add(text);
        }
        phrases
    }
}

#[cfg(test)]
mod tests;
