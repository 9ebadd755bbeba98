//! Segments: immutable indexes of some listings, with tombstones for documents that were deleted or
//! replaced by a newer segment.

mod build;
mod merge;
mod stored;

use std::sync::Arc;

pub(crate) use build::{IndexDocument, build, build_for_merge};
pub(crate) use merge::merge;
use portal_domain::listing::UnitType;

use crate::amenity_index::AmenityIndex;
use crate::bitmap::Bitmap;
use crate::cards::CardStore;
use crate::columns::{Columns, Filter, Row};
use crate::group_index::GroupIndex;
use crate::sort_orders::SortOrders;
use crate::term_index::TermIndex;
use crate::to_u32;
use crate::wavelet_matrix::RangeCounter;

#[derive(Debug, Default)]
pub(crate) struct Segment {
    pub(crate) columns: Columns,
    /// One per unit type.
    pub(crate) counters: [RangeCounter; UnitType::ALL.len()],
    pub(crate) orders: SortOrders,
    pub(crate) terms: TermIndex,
    /// By the id of their place, see [`Places`](crate::places::Places).
    pub(crate) places: GroupIndex,
    /// By the number of their town, or [`NO_TOWN`](crate::columns::NO_TOWN).
    pub(crate) towns: GroupIndex,
    pub(crate) amenities: AmenityIndex,
    pub(crate) cards: CardStore,
    /// Doc ids by ascending listing id.
    by_id: Vec<u32>,
}

impl Segment {
    fn new(columns: Columns, terms: TermIndex, cards: CardStore) -> Self {
        let counter_of = |index: usize| {
            let pairs = columns.total_rents.iter().zip(&columns.areas).zip(&columns.unit_types);
            let pairs = pairs.filter(|(_, unit_type)| usize::from(**unit_type) == index);
            RangeCounter::new(pairs.map(|((price, area), _)| (*price, *area)).collect())
        };
        let mut by_id: Vec<u32> = (0..).take(columns.len()).collect();
        by_id.sort_unstable_by_key(|doc| columns.ids[*doc as usize]);
        Self {
            counters: std::array::from_fn(counter_of),
            orders: SortOrders::new(&columns),
            terms,
            places: GroupIndex::new(&columns.places),
            towns: GroupIndex::new(&columns.towns),
            amenities: AmenityIndex::new(&columns.amenities),
            cards,
            by_id,
            columns,
        }
    }

    /// The number of documents, deleted ones included.
    pub(crate) fn len(&self) -> usize {
        self.columns.len()
    }

    /// The doc id of a listing.
    pub(crate) fn find(&self, listing: u128) -> Option<u32> {
        let index = self.by_id.binary_search_by_key(&listing, |doc| self.columns.ids[*doc as usize]).ok()?;
        self.by_id.get(index).copied()
    }

    /// How many documents the filter accepts, deleted ones included.
    pub(crate) fn count(&self, filter: Filter) -> usize {
        let counters = self.counters.iter().enumerate().filter(|(index, _)| filter.unit_types >> index & 1 == 1);
        let counters = counters.map(|(_, counter)| counter);
        RangeCounter::count::<{ UnitType::ALL.len() }>(counters, filter.price, filter.area)
    }

    pub(crate) fn memory_bytes(&self) -> SegmentBytes {
        let counters: usize = self.counters.iter().map(RangeCounter::memory_bytes).sum();
        let columns = self.columns.memory_bytes()
            + self.orders.memory_bytes()
            + counters
            + self.places.memory_bytes()
            + self.towns.memory_bytes()
            + self.amenities.memory_bytes()
            + self.by_id.len() * size_of::<u32>();
        SegmentBytes { columns, terms: self.terms.memory_bytes(), cards: self.cards.memory_bytes() }
    }
}

/// Memory of the parts of a segment, in bytes.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SegmentBytes {
    /// Columns with their sort orders, counters, places and towns.
    pub(crate) columns: usize,
    pub(crate) terms: usize,
    pub(crate) cards: usize,
}

impl SegmentBytes {
    pub(crate) fn total(self) -> usize {
        self.columns + self.terms + self.cards
    }
}

/// A segment and its tombstones.
#[derive(Debug, Clone, Default)]
pub(crate) struct LiveSegment {
    pub(crate) segment: Arc<Segment>,
    pub(crate) tombstones: Arc<Tombstones>,
}

/// Deleted documents of a segment.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tombstones {
    /// Without memory until a document is deleted, so that scans read none.
    pub(crate) docs: Bitmap,
    /// Total rent, area and unit type of each, side by side to be counted by a filter.
    values: Vec<(u32, u32, u8)>,
}

impl Tombstones {
    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many deleted documents the filter accepts.
    pub(crate) fn count(&self, filter: Filter) -> usize {
        if filter.accepts_all() {
            return self.values.len();
        }
        let accepted = |(price, area, unit_type): &&(u32, u32, u8)| filter.accepts_values(*price, *area, *unit_type);
        self.values.iter().filter(accepted).count()
    }
}

impl LiveSegment {
    pub(crate) fn new(segment: Segment) -> Self {
        Self { segment: Arc::new(segment), tombstones: Arc::default() }
    }

    /// The number of documents without the deleted ones.
    pub(crate) fn len(&self) -> usize {
        self.segment.len() - self.tombstones.len()
    }

    /// The doc ids without the deleted ones.
    pub(crate) fn docs(&self) -> impl Iterator<Item = u32> {
        (0..to_u32(self.segment.len())).filter(|doc| !self.tombstones.docs.contains(*doc))
    }

    /// Deletes a listing and returns its row; `None` if it is not here or already deleted.
    pub(crate) fn delete(&mut self, listing: u128) -> Option<Row> {
        let doc = self.segment.find(listing).filter(|doc| !self.tombstones.docs.contains(*doc))?;
        let row = self.segment.columns.row(doc);
        let tombstones = Arc::make_mut(&mut self.tombstones);
        if tombstones.is_empty() {
            tombstones.docs = Bitmap::new(self.segment.len());
        }
        tombstones.docs.insert(doc);
        tombstones.values.push((row.total_rent, row.area, row.unit_type));
        Some(row)
    }
}
