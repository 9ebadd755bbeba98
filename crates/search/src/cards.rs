//! Result cards as clients read them, compressed to a fifth of their size.
//!
//! A card is JSON: the same structure around changing values. The structure between two values is
//! an entry of a dictionary that all cards share, and so are frequent values such as cities; a UUID
//! takes 16 bytes. Decompression only concatenates bytes; it must not parse.

mod store;
mod stored_dictionary;
mod tokens;
mod training;

use std::collections::HashMap;

use foldhash::fast::RandomState;
use uuid::Uuid;

pub(crate) use store::{CardStore, CardStoreBuilder};
use tokens::{Token, tokenize};
pub(crate) use training::TRAINING_CARDS;

/// Texts that cards have in common.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    entries: Vec<Entry>,
    /// The texts of all entries, concatenated.
    texts: Vec<u8>,
    /// Entry ids by text.
    ids: HashMap<Box<[u8]>, u16, RandomState>,
    /// The entry that replaces two adjacent ones.
    pairs: HashMap<(u16, u16), u16, RandomState>,
    /// How many cards it was trained with.
    trained_with: usize,
}

/// A range of `texts`.
#[derive(Debug, Clone, Copy)]
struct Entry {
    start: u32,
    length: u32,
}

// The first byte of a symbol. Below `ENTRY` it is the length of the literal that follows.

/// From this to `LAST_ENTRY`: with the second byte, an entry id.
const ENTRY: u8 = 0x80;
const LAST_ENTRY: u8 = 0xFD;
/// 16 bytes follow.
const UUID: u8 = 0xFE;
/// Two bytes of length and a literal follow.
const LONG_LITERAL: u8 = 0xFF;

const MAX_ENTRIES: usize = (LAST_ENTRY - ENTRY + 1) as usize * 256;

impl Dictionary {
    pub(crate) fn compress(&self, card: &[u8]) -> Vec<u8> {
        let mut compressed = Vec::with_capacity(card.len() / 2);
        let merge = |pair: (u16, u16)| self.pairs.get(&pair).copied();
        self.for_each_symbol(card, merge, |symbol| match symbol {
            Symbol::Entry(id) => {
                let [high, low] = id.to_be_bytes();
                compressed.extend([ENTRY + high, low]);
            }
            Symbol::Literal(text) => compress_literal(text, &mut compressed),
        });
        compressed
    }

    /// `merge` returns the entry that replaces two adjacent ones, if there is one.
    fn for_each_symbol<'a>(
        &self,
        card: &'a [u8],
        mut merge: impl FnMut((u16, u16)) -> Option<u16>,
        mut visit: impl FnMut(Symbol<'a>),
    ) {
        let mut pending = None;
        for token in tokenize(card) {
            let (Token::Structure(text) | Token::Value(text)) = token;
            let entry = self.ids.get(text).copied();
            let merged = pending.zip(entry).and_then(&mut merge);
            if merged.is_none()
                && let Some(pending) = pending
            {
                visit(Symbol::Entry(pending));
            }
            if entry.is_none() {
                visit(Symbol::Literal(text));
            }
            pending = merged.or(entry);
        }
        if let Some(pending) = pending {
            visit(Symbol::Entry(pending));
        }
    }

    /// Appends the text of a card that this dictionary compressed.
    pub(crate) fn decompress(&self, mut compressed: &[u8], card: &mut Vec<u8>) {
        while let Some((first, rest)) = compressed.split_first() {
            compressed = self.decompress_symbol(*first, rest, card).unwrap_or_default();
        }
    }

    #[inline]
    fn decompress_symbol<'a>(&self, first: u8, rest: &'a [u8], card: &mut Vec<u8>) -> Option<&'a [u8]> {
        let (length, rest) = match first {
            ENTRY..=LAST_ENTRY => {
                let (low, rest) = rest.split_first()?;
                let entry = self.entries.get(usize::from(u16::from_be_bytes([first - ENTRY, *low])))?;
                append(card, self.texts.get(entry.start as usize..)?, entry.length as usize)?;
                return Some(rest);
            }
            UUID => {
                let (bytes, rest) = rest.split_first_chunk::<16>()?;
                card.extend_from_slice(
                    Uuid::from_bytes(*bytes).hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes(),
                );
                return Some(rest);
            }
            LONG_LITERAL => {
                let (length, rest) = rest.split_first_chunk::<2>()?;
                (usize::from(u16::from_le_bytes(*length)), rest)
            }
            length => (usize::from(length), rest),
        };
        append(card, rest, length)?;
        rest.get(length..)
    }

    /// Adds an entry and returns its id, or that of a known entry; `None` if the dictionary is
    /// full.
    fn add(&mut self, text: &[u8]) -> Option<u16> {
        if let Some(known) = self.ids.get(text) {
            return Some(*known);
        }
        let id = u16::try_from(self.entries.len()).ok().filter(|id| usize::from(*id) < MAX_ENTRIES)?;
        let entry = Entry { start: u32::try_from(self.texts.len()).ok()?, length: u32::try_from(text.len()).ok()? };
        self.texts.extend_from_slice(text);
        self.entries.push(entry);
        self.ids.insert(text.into(), id);
        Some(id)
    }

    fn text(&self, id: u16) -> &[u8] {
        let entry = self.entries.get(usize::from(id));
        let range = entry.map(|entry| entry.start as usize..(entry.start + entry.length) as usize);
        range.and_then(|range| self.texts.get(range)).unwrap_or_default()
    }
}

/// A unit of a compressed card.
enum Symbol<'a> {
    /// By id.
    Entry(u16),
    Literal(&'a [u8]),
}

fn compress_literal(text: &[u8], compressed: &mut Vec<u8>) {
    if let Some(uuid) = parse_uuid(text) {
        compressed.push(UUID);
        compressed.extend(uuid.as_bytes());
        return;
    }
    for text in text.chunks(usize::from(u16::MAX)) {
        match u8::try_from(text.len()) {
            Ok(length) if length < ENTRY => compressed.push(length),
            _ => {
                compressed.push(LONG_LITERAL);
                compressed.extend(u16::try_from(text.len()).unwrap_or(u16::MAX).to_le_bytes());
            }
        }
        compressed.extend(text);
    }
}

/// Most texts are shorter. A copy of a constant length is faster, even if it copies too many bytes.
/// With 32 bytes a search took 2 % more processor time.
const FAST_COPY_BYTES: usize = 64;

/// Appends the first `length` bytes; `None` if there are fewer.
#[inline]
fn append(card: &mut Vec<u8>, from: &[u8], length: usize) -> Option<()> {
    match from.first_chunk::<FAST_COPY_BYTES>() {
        Some(chunk) if length <= FAST_COPY_BYTES => {
            let end = card.len() + length;
            card.extend_from_slice(chunk);
            card.truncate(end);
        }
        _ => card.extend_from_slice(from.get(..length)?),
    }
    Some(())
}

/// A UUID whose canonical text is this.
fn parse_uuid(text: &[u8]) -> Option<Uuid> {
    if text.len() != 36 {
        return None;
    }
    let uuid = Uuid::try_parse_ascii(text).ok()?;
    (uuid.hyphenated().encode_lower(&mut Uuid::encode_buffer()).as_bytes() == text).then_some(uuid)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;

    const CARD: &str = r#"{"externalId":"01a1f640-bc00-7000-8000-000000000001","title":"Helles \"Zimmer\" 7","views":null,"landlord":{"externalId":"01a1f640-bc00-7000-8000-000000000002","lastName":""},"areaSqm":14.5,"bedrooms":1,"amenities":["WIFI","BALCONY"],"images":[],"basicRent":450}"#;

    fn dictionary() -> Dictionary {
        let cards: Vec<Vec<u8>> =
            (0..10).map(|n| CARD.replace("Zimmer", &format!("Zimmer {n}")).into_bytes()).collect();
        Dictionary::train(&cards)
    }

    fn round_trip(dictionary: &Dictionary, card: &[u8]) -> Vec<u8> {
        let mut decompressed = Vec::new();
        dictionary.decompress(&dictionary.compress(card), &mut decompressed);
        decompressed
    }

    #[test]
    fn tokenize_separates_values_from_structure() {
        let values: Vec<&str> = tokenize(CARD.as_bytes())
            .filter_map(|token| match token {
                Token::Value(value) => std::str::from_utf8(value).ok(),
                Token::Structure(_) => None,
            })
            .collect();
        let expected = [
            "01a1f640-bc00-7000-8000-000000000001",
            r#"Helles \"Zimmer\" 7"#,
            "01a1f640-bc00-7000-8000-000000000002",
            "14.5",
            "1",
            "WIFI",
            "BALCONY",
            "450",
        ];
        assert_eq!(values, expected);
    }

    #[test]
    fn compress_reduces_a_card_to_a_quarter() {
        let compressed = dictionary().compress(CARD.replace("Helles", "Neues").as_bytes());
        assert!(compressed.len() * 4 < CARD.len(), "{} of {}", compressed.len(), CARD.len());
    }

    proptest! {
        #[test]
        fn decompress_returns_the_compressed_text(title in "\\PC{0,300}", text in "\\PC{0,60}", cut in 0_usize..300) {
            let dictionary = dictionary();
            let card = CARD.replace("Zimmer", &title.replace(['"', '\\'], ""));
            prop_assert_eq!(round_trip(&dictionary, card.as_bytes()), card.as_bytes());
            // Text that is not JSON, and an untrained dictionary.
            prop_assert_eq!(round_trip(&dictionary, text.as_bytes()), text.as_bytes());
            let part = &card.as_bytes()[..cut.min(card.len())];
            prop_assert_eq!(round_trip(&dictionary, part), part);
            prop_assert_eq!(round_trip(&Dictionary::default(), part), part);
        }

        #[test]
        fn push_from_keeps_every_card(cards in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..60), 0..60)) {
            let dictionary = Arc::new(dictionary());
            let mut builder = CardStoreBuilder::new(Arc::clone(&dictionary));
            for card in &cards {
                builder.push(card);
            }
            let source = builder.finish();
            for copies in [false, true] {
                let mut builder = CardStoreBuilder::new(Arc::clone(&dictionary));
                builder.push(b"one more");
                for doc in (0..cards.len()).rev() {
                    builder.push_from(&source, u32::try_from(doc).unwrap(), copies);
                }
                let store = builder.finish();
                prop_assert_eq!(store.get(0), b"one more");
                for (doc, card) in (1..).zip(cards.iter().rev()) {
                    prop_assert_eq!(store.get(doc), card.as_slice());
                }
            }
        }
    }

    #[test]
    fn push_from_store_with_another_dictionary_compresses_again() {
        let mut builder = CardStoreBuilder::new(Arc::default());
        builder.push(&Dictionary::default().compress(CARD.as_bytes()));
        let plain = builder.finish();
        let mut builder = CardStoreBuilder::new(Arc::new(dictionary()));
        builder.push_from(&plain, 0, false);
        let store = builder.finish();
        assert_eq!(store.read(0), CARD.as_bytes());
        assert!(store.get(0).len() * 4 < plain.get(0).len(), "{} of {}", store.get(0).len(), plain.get(0).len());
    }
}
