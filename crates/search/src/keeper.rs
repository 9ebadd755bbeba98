//! Keeps an index true: what is new comes into small segments, what is not true any more is left out of the others, and
//! now and then they become one.

use std::sync::Arc;

use portal_services::ports::{CardWriter, SearchChanges, SearchDocument};

use crate::cards::{ENOUGH, Phrasebook};
use crate::columns::Row;
use crate::index::Index;
use crate::places::Places;
use crate::segment::{Document, Live, Segment, build, build_part, merge};

/// When segments become one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// Small segments do as long as they have no more listings together.
    pub fresh: usize,
    /// An index bears so many new and dead listings, apart from a share of all.
    pub borne: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { fresh: 512, borne: 1_024 }
    }
}

/// A segment takes in its younger neighbour if that is not smaller by more than this.
const GROWTH: usize = 4;
/// Larger segments are put together aside, so that changes need not wait for them.
const ASIDE: usize = 16_384;
/// The share of all listings that may be new or dead, and how many that are at most.
const BORNE_SHARE: usize = 16;
const BORNE_AT_MOST: usize = 32_768;

/// Listings that are read and not indexed yet.
const PART: usize = 16_384;

/// Where new documents come from: a card and where the listing is.
struct Press {
    writer: Arc<dyn CardWriter>,
    phrases: Arc<Phrasebook>,
    places: Arc<Places>,
}

impl Press {
    fn document(&mut self, document: SearchDocument) -> Document {
        let SearchDocument { card, words } = document;
        let row = Row::of(&card, Arc::make_mut(&mut self.places).add(&card));
        Document { row, card: self.phrases.pack(&self.writer.write(card.for_public())), words }
    }

    fn segment(&mut self, documents: Vec<SearchDocument>) -> Result<Segment, fst::Error> {
        let documents = documents.into_iter().map(|document| self.document(document)).collect();
        build(documents, Arc::clone(&self.phrases))
    }
}

/// Indexes what can be found to begin with.
pub(crate) struct Loader {
    press: Press,
    /// Until there is enough to learn from.
    unlearnt: Vec<SearchDocument>,
    learnt: bool,
    documents: Vec<Document>,
    parts: Vec<Live>,
}

impl Loader {
    pub fn new(writer: Arc<dyn CardWriter>) -> Self {
        let press = Press { writer, phrases: Arc::default(), places: Arc::default() };
        Self { press, unlearnt: Vec::new(), learnt: false, documents: Vec::new(), parts: Vec::new() }
    }

    pub fn add(&mut self, portion: Vec<SearchDocument>) -> Result<(), fst::Error> {
        if !self.learnt {
            self.unlearnt.extend(portion);
            if self.unlearnt.len() >= ENOUGH {
                self.learn()?;
            }
            return Ok(());
        }
        for document in portion {
            self.documents.push(self.press.document(document));
        }
        if self.documents.len() >= PART { self.close() } else { Ok(()) }
    }

    fn learn(&mut self) -> Result<(), fst::Error> {
        let card = |document: &SearchDocument| self.press.writer.write(document.card.clone().for_public());
        let cards: Vec<Vec<u8>> = self.unlearnt.iter().map(card).collect();
        self.press.phrases = Arc::new(Phrasebook::learn(&cards));
        self.learnt = true;
        let documents = std::mem::take(&mut self.unlearnt);
        self.add(documents)
    }

    fn close(&mut self) -> Result<(), fst::Error> {
        let documents = std::mem::take(&mut self.documents);
        self.parts.push(Live::new(build_part(documents, Arc::clone(&self.press.phrases))?));
        Ok(())
    }

    /// The index of all that was added.
    pub fn finish(mut self) -> Result<Keeper, fst::Error> {
        if !self.learnt {
            self.learn()?;
        }
        let base = if self.parts.is_empty() {
            build(std::mem::take(&mut self.documents), Arc::clone(&self.press.phrases))?
        } else {
            self.close()?;
            merge(&self.parts, Arc::clone(&self.press.phrases))?
        };
        Ok(Keeper { press: self.press, segments: vec![Live::new(base)], merging: None, limits: Limits::default() })
    }
}

/// The index as it grows. Listings are in one segment at most, the dead aside.
pub(crate) struct Keeper {
    press: Press,
    /// The largest first.
    segments: Vec<Live>,
    merging: Option<Merging>,
    pub limits: Limits,
}

/// Segments to be put together aside.
pub(crate) struct Merge {
    segments: Vec<Live>,
    phrases: Arc<Phrasebook>,
}

impl Merge {
    pub fn run(self) -> Result<Segment, fst::Error> {
        let phrases = self.phrases();
        merge(&self.segments, phrases)
    }

    /// Phrases that were learnt from few cards, when there were no more yet, are learnt anew.
    fn phrases(&self) -> Arc<Phrasebook> {
        let living = self.segments.iter().map(Live::len).sum();
        if !self.phrases.is_worth_renewing(living) {
            return Arc::clone(&self.phrases);
        }
        let cards = self.segments.iter().flat_map(Live::cards).step_by(living.div_ceil(ENOUGH).max(1));
        Arc::new(Phrasebook::learn(&cards.map(|(shelf, doc)| shelf.read(doc)).collect::<Vec<_>>()))
    }
}

/// The first segments are being put together aside.
struct Merging {
    segments: usize,
    /// Listings that are not true any more since that began.
    buried: Vec<u128>,
}

impl Keeper {
    pub fn index(&self) -> Index {
        Index { segments: self.segments.clone(), places: Arc::clone(&self.press.places) }
    }

    pub fn apply(&mut self, changes: SearchChanges) -> Result<(), fst::Error> {
        let renewed = changes.found.iter().map(|document| document.card.id);
        for listing in renewed.chain(changes.gone.iter().copied()) {
            self.bury(listing.0.as_u128());
        }
        if changes.found.is_empty() {
            return Ok(());
        }
        self.segments.push(Live::new(self.press.segment(changes.found)?));
        self.gather()
    }

    fn bury(&mut self, listing: u128) {
        for (number, live) in self.segments.iter_mut().enumerate() {
            let Some(row) = live.bury(listing) else { continue };
            Arc::make_mut(&mut self.press.places).remove(row.place);
            if let Some(merging) = self.merging.as_mut().filter(|merging| number < merging.segments) {
                merging.buried.push(listing);
            }
        }
    }

    /// Puts the youngest segments together, so that there are few.
    fn gather(&mut self) -> Result<(), fst::Error> {
        let kept = self.merging.as_ref().map_or(1, |merging| merging.segments).max(1);
        let mut first = self.segments.len().saturating_sub(1);
        let mut together = self.segments.last().map_or(0, Live::len);
        while let Some(before) = first.checked_sub(1).filter(|before| *before >= kept) {
            let length = self.segments[before].segment.len();
            if length > self.limits.fresh.max(together * GROWTH) || together + length > ASIDE {
                break;
            }
            together += length;
            first = before;
        }
        if first + 1 < self.segments.len() {
            let young = self.segments.split_off(first);
            self.segments.push(Live::new(merge(&young, Arc::clone(&self.press.phrases))?));
        }
        Ok(())
    }

    /// The segments that had better become one, if it is time. What becomes of them is expected by
    /// [`merged`](Self::merged) afterwards.
    pub fn begin_merge(&mut self) -> Option<Merge> {
        let base = self.segments.first().map_or(0, Live::len);
        let dead: usize = self.segments.iter().map(|live| live.dead.len()).sum();
        let young: usize = self.segments.iter().skip(1).map(Live::len).sum();
        let due = dead + young > self.limits.borne + (base / BORNE_SHARE).min(BORNE_AT_MOST);
        if self.merging.is_some() || !due {
            return None;
        }
        self.merging = Some(Merging { segments: self.segments.len(), buried: Vec::new() });
        Some(Merge { segments: self.segments.clone(), phrases: Arc::clone(&self.press.phrases) })
    }

    /// Takes what came of the segments that [`begin_merge`](Self::begin_merge) gave.
    pub fn merged(&mut self, segment: Segment) {
        let Some(Merging { segments, buried }) = self.merging.take() else { return };
        self.press.phrases = Arc::clone(&segment.cards.phrases);
        let mut live = Live::new(segment);
        for listing in buried {
            live.bury(listing);
        }
        self.segments.splice(..segments, [live]);
    }
}
