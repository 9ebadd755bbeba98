//! Packed cards, many in one piece of memory. Segments that come of others share their pieces.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::Phrasebook;
use crate::bits::Bits;

/// The cards of a segment, by the numbers of its documents.
#[derive(Debug, Default)]
pub(crate) struct Shelf {
    /// What they are packed with.
    pub phrases: Arc<Phrasebook>,
    pieces: Vec<Arc<[u8]>>,
    places: Vec<Place>,
}

/// Where a card begins: its length in four bytes, then the card.
#[derive(Debug, Clone, Copy)]
struct Place {
    piece: u32,
    start: u32,
}

/// How large pieces are made, in bytes.
const PIECE: usize = 1 << 20;
/// Smaller ones are copied into larger ones when there is an occasion.
const SMALL: usize = PIECE / 2;

impl Shelf {
    /// A card, packed.
    pub fn get(&self, doc: u32) -> &[u8] {
        let Some(place) = self.places.get(doc as usize) else { return &[] };
        self.pieces.get(place.piece as usize).and_then(|piece| card_at(piece, place.start as usize)).unwrap_or_default()
    }

    /// A card as clients read it.
    pub fn read(&self, doc: u32) -> Vec<u8> {
        let mut card = Vec::new();
        self.phrases.unpack(self.get(doc), &mut card);
        card
    }

    /// Whether more than half of the large pieces is of cards that no document has any more.
    pub fn wastes_space(&self, dead: &Bits) -> bool {
        let living = (0..).zip(&self.places).filter(|(doc, _)| !dead.has(*doc));
        let used: usize = living.map(|(doc, _)| self.get(doc).len() + 4).sum();
        used * 2 < self.pieces.iter().map(|piece| piece.len()).sum()
    }

    pub fn bytes(&self) -> usize {
        self.places.len() * size_of::<Place>() + self.pieces.iter().map(|piece| piece.len()).sum::<usize>()
    }
}

fn card_at(piece: &[u8], start: usize) -> Option<&[u8]> {
    let (length, rest) = piece.get(start..)?.split_first_chunk::<4>()?;
    rest.get(..u32::from_le_bytes(*length) as usize)
}

/// Puts cards on a shelf, one after the other.
#[derive(Debug)]
pub(crate) struct ShelfWriter {
    shelf: Shelf,
    open: Vec<u8>,
    /// Which piece of the new shelf a piece of an old one is, by where it lies in memory.
    shared: HashMap<*const u8, u32, RandomState>,
    /// The places of cards in the open piece, which has no number yet.
    waiting: Vec<usize>,
}

impl ShelfWriter {
    /// All cards are packed with these.
    pub fn new(phrases: Arc<Phrasebook>) -> Self {
        let shelf = Shelf { phrases, ..Shelf::default() };
        Self { shelf, open: Vec::new(), shared: HashMap::default(), waiting: Vec::new() }
    }

    /// Adds a packed card.
    pub fn push(&mut self, card: &[u8]) {
        self.waiting.push(self.shelf.places.len());
        self.shelf.places.push(Place { piece: 0, start: small(self.open.len()) });
        self.open.extend(small(card.len()).to_le_bytes());
        self.open.extend_from_slice(card);
        if self.open.len() >= PIECE {
            self.close();
        }
    }

    /// Takes a card over from another shelf, without copying it if its piece is large and mostly in use.
    pub fn take_over(&mut self, from: &Shelf, doc: u32, copies: bool) {
        if !Arc::ptr_eq(&from.phrases, &self.shelf.phrases) {
            let card = self.shelf.phrases.pack(&from.read(doc));
            return self.push(&card);
        }
        let place = from.places.get(doc as usize);
        let piece = place.and_then(|place| from.pieces.get(place.piece as usize));
        match (place, piece) {
            (Some(place), Some(piece)) if !copies && piece.len() >= SMALL => {
                let known = self.shared.get(&piece.as_ptr()).copied();
                let number = known.unwrap_or_else(|| {
                    let number = small(self.shelf.pieces.len());
                    self.shared.insert(piece.as_ptr(), number);
                    self.shelf.pieces.push(Arc::clone(piece));
                    number
                });
                self.shelf.places.push(Place { piece: number, ..*place });
            }
            _ => self.push(from.get(doc)),
        }
    }

    fn close(&mut self) {
        let number = small(self.shelf.pieces.len());
        for place in self.waiting.drain(..) {
            self.shelf.places[place].piece = number;
        }
        self.shelf.pieces.push(std::mem::take(&mut self.open).into());
    }

    pub fn finish(mut self) -> Shelf {
        if !self.open.is_empty() {
            self.close();
        }
        self.shelf.places.shrink_to_fit();
        self.shelf
    }
}

fn small(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
