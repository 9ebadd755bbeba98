//! Segments: listings that are indexed together and never change. What is changed later stands in a newer segment, and
//! the older one is told to leave it out.

mod build;
mod merge;

use std::sync::Arc;

pub(crate) use build::{Document, build, build_part};
pub(crate) use merge::merge;

use crate::bits::Bits;
use crate::cards::Shelf;
use crate::columns::{Columns, Filter, Row};
use crate::counting::RangeCounter;
use crate::orders::Orders;
use crate::place_index::PlaceIndex;
use crate::words::Words;
use portal_domain::listing::UnitType;

/// The index of some listings.
#[derive(Debug, Default)]
pub(crate) struct Segment {
    pub columns: Columns,
    /// One for each unit type.
    pub counters: [RangeCounter; UnitType::ALL.len()],
    pub orders: Orders,
    pub words: Words,
    pub places: PlaceIndex,
    pub cards: Shelf,
    /// The documents by ascending id of their listings.
    by_id: Vec<u32>,
}

impl Segment {
    fn new(columns: Columns, words: Words, cards: Shelf) -> Self {
        let of_type = |number: usize| {
            let pairs = columns.total_rents.iter().zip(&columns.areas).zip(&columns.unit_types);
            let pairs = pairs.filter(|(_, unit_type)| usize::from(**unit_type) == number);
            RangeCounter::new(pairs.map(|((price, area), _)| (*price, *area)).collect())
        };
        let mut by_id: Vec<u32> = (0..).take(columns.len()).collect();
        by_id.sort_unstable_by_key(|doc| columns.ids[*doc as usize]);
        let (orders, places) = (Orders::new(&columns), PlaceIndex::new(&columns.places));
        Self { counters: std::array::from_fn(of_type), orders, words, places, cards, by_id, columns }
    }

    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// The document of a listing.
    pub fn find(&self, listing: u128) -> Option<u32> {
        let place = self.by_id.binary_search_by_key(&listing, |doc| self.columns.ids[*doc as usize]).ok()?;
        self.by_id.get(place).copied()
    }

    /// How many documents this filter accepts.
    pub fn count(&self, filter: Filter) -> usize {
        let counters = self.counters.iter().enumerate().filter(|(number, _)| filter.unit_types >> number & 1 == 1);
        counters.map(|(_, counter)| counter.count(filter.price, filter.area)).sum()
    }

    /// What its parts take in memory, in bytes: columns with their orders and counters, words, cards.
    pub fn bytes(&self) -> [usize; 3] {
        let counters: usize = self.counters.iter().map(RangeCounter::bytes).sum();
        let figures =
            self.columns.bytes() + self.orders.bytes() + counters + self.places.bytes() + self.by_id.len() * 4;
        [figures, self.words.bytes(), self.cards.bytes()]
    }
}

/// A segment, and what has to be left out of it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Live {
    pub segment: Arc<Segment>,
    pub dead: Arc<Dead>,
}

/// Documents that are not true any more.
#[derive(Debug, Clone, Default)]
pub(crate) struct Dead {
    pub documents: Bits,
    /// Their figures, side by side: total rent, area, unit type.
    figures: Vec<(u32, u32, u8)>,
}

impl Dead {
    pub fn len(&self) -> usize {
        self.figures.len()
    }

    pub fn is_empty(&self) -> bool {
        self.figures.is_empty()
    }

    /// How many of them this filter accepts.
    pub fn count(&self, filter: Filter) -> usize {
        if filter.accepts_all() {
            return self.figures.len();
        }
        let accepted = |(price, area, unit_type): &&(u32, u32, u8)| filter.accepts_figures(*price, *area, *unit_type);
        self.figures.iter().filter(accepted).count()
    }
}

impl Live {
    pub fn new(segment: Segment) -> Self {
        let documents = Bits::new(segment.len());
        Self { segment: Arc::new(segment), dead: Arc::new(Dead { documents, figures: Vec::new() }) }
    }

    /// Listings that are still true.
    pub fn len(&self) -> usize {
        self.segment.len() - self.dead.len()
    }

    /// The cards of all listings that are still true: where they are.
    pub fn cards(&self) -> impl Iterator<Item = (&Shelf, u32)> {
        let living = (0..).take(self.segment.len()).filter(|doc| !self.dead.documents.has(*doc));
        living.map(|doc| (&self.segment.cards, doc))
    }

    /// Leaves a listing out from now on. Tells its figures if it was here and true until now.
    pub fn bury(&mut self, listing: u128) -> Option<Row> {
        let doc = self.segment.find(listing).filter(|doc| !self.dead.documents.has(*doc))?;
        let row = self.segment.columns.row(doc);
        let dead = Arc::make_mut(&mut self.dead);
        dead.documents.set(doc);
        dead.figures.push((row.total_rent, row.area, row.unit_type));
        Some(row)
    }
}
