//! Cards as clients read them, in a fifth of the space.
//!
//! A card is a text of JSON: the same structure around ever new values. What stands between two values is a number in a
//! phrasebook that all cards share, and so are values that come up again and again, such as cities; an identifier is its
//! sixteen bytes. Unpacking copies pieces one after the other and understands nothing.

mod learning;
mod pieces;
mod shelf;

use std::collections::HashMap;

use foldhash::fast::RandomState;
pub(crate) use learning::ENOUGH;
use pieces::{Piece, pieces};
pub(crate) use shelf::{Shelf, ShelfWriter};
use uuid::Uuid;

/// Texts that cards have in common.
#[derive(Debug, Default)]
pub(crate) struct Phrasebook {
    phrases: Vec<Phrase>,
    /// Of all phrases, one after the other.
    texts: Vec<u8>,
    numbers: HashMap<Box<[u8]>, u16, RandomState>,
    /// What two phrases are together that often stand one after the other.
    pairs: HashMap<(u16, u16), u16, RandomState>,
    /// From so many cards it was learnt.
    learnt_from: usize,
}

/// Where its text is.
#[derive(Debug, Clone, Copy)]
struct Phrase {
    start: u32,
    length: u32,
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

impl Phrasebook {
    /// The card, packed.
    pub fn pack(&self, card: &[u8]) -> Vec<u8> {
        let mut packed = Vec::with_capacity(card.len() / 2);
        let known = |pair: (u16, u16)| self.pairs.get(&pair).copied();
        self.for_each_part(card, known, |part| match part {
            Part::Phrase(number) => {
                let [high, low] = number.to_be_bytes();
                packed.extend([PHRASE + high, low]);
            }
            Part::Text(text) => pack_text(text, &mut packed),
        });
        packed
    }

    /// The parts of a card. `pair` tells what a phrase becomes together with the next piece, which is one, too.
    fn for_each_part<'a>(
        &self,
        card: &'a [u8],
        mut pair: impl FnMut((u16, u16)) -> Option<u16>,
        mut each: impl FnMut(Part<'a>),
    ) {
        let mut open = None;
        for piece in pieces(card) {
            let (Piece::Structure(text) | Piece::Value(text)) = piece;
            let known = self.numbers.get(text).copied();
            let both = open.zip(known).and_then(&mut pair);
            if both.is_none()
                && let Some(open) = open
            {
                each(Part::Phrase(open));
            }
            if known.is_none() {
                each(Part::Text(text));
            }
            open = both.or(known);
        }
        if let Some(open) = open {
            each(Part::Phrase(open));
        }
    }

    /// Appends the card that was packed, with this phrasebook.
    pub fn unpack(&self, mut packed: &[u8], card: &mut Vec<u8>) {
        while let Some((first, rest)) = packed.split_first() {
            packed = self.unpack_part(*first, rest, card).unwrap_or_default();
        }
    }

    #[inline]
    fn unpack_part<'a>(&self, first: u8, rest: &'a [u8], card: &mut Vec<u8>) -> Option<&'a [u8]> {
        let (length, rest) = match first {
            PHRASE..=LAST_PHRASE => {
                let (low, rest) = rest.split_first()?;
                let phrase = self.phrases.get(usize::from(u16::from_be_bytes([first - PHRASE, *low])))?;
                append(card, self.texts.get(phrase.start as usize..)?, phrase.length as usize)?;
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
        append(card, rest, length)?;
        rest.get(length..)
    }

    /// The number of this text, if there is one or it can get one.
    fn add(&mut self, text: &[u8]) -> Option<u16> {
        if let Some(known) = self.numbers.get(text) {
            return Some(*known);
        }
        let number = u16::try_from(self.phrases.len()).ok().filter(|number| usize::from(*number) < PHRASES)?;
        let phrase = Phrase { start: u32::try_from(self.texts.len()).ok()?, length: u32::try_from(text.len()).ok()? };
        self.texts.extend_from_slice(text);
        self.phrases.push(phrase);
        self.numbers.insert(text.into(), number);
        Some(number)
    }

    fn text(&self, number: u16) -> &[u8] {
        let phrase = self.phrases.get(usize::from(number));
        let range = phrase.map(|phrase| phrase.start as usize..(phrase.start + phrase.length) as usize);
        range.and_then(|range| self.texts.get(range)).unwrap_or_default()
    }
}

/// A part of a card as it is packed.
enum Part<'a> {
    Phrase(u16),
    Text(&'a [u8]),
}

fn pack_text(text: &[u8], packed: &mut Vec<u8>) {
    if let Some(identifier) = identifier(text) {
        packed.push(IDENTIFIER);
        packed.extend(identifier.as_bytes());
        return;
    }
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

/// Most texts are shorter. To copy some bytes too many is quicker, if their number is known when this is compiled.
const AT_ONCE: usize = 32;

/// Appends so many of the first bytes, if there are so many.
#[inline]
fn append(card: &mut Vec<u8>, from: &[u8], length: usize) -> Option<()> {
    match from.first_chunk::<AT_ONCE>() {
        Some(more) if length <= AT_ONCE => {
            let end = card.len() + length;
            card.extend_from_slice(more);
            card.truncate(end);
        }
        _ => card.extend_from_slice(from.get(..length)?),
    }
    Some(())
}

/// The identifier that this is the usual text of.
fn identifier(text: &[u8]) -> Option<Uuid> {
    if text.len() != 36 {
        return None;
    }
    let identifier = Uuid::try_parse_ascii(text).ok()?;
    (identifier.hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes() == text).then_some(identifier)
}

#[cfg(test)]
mod tests;
