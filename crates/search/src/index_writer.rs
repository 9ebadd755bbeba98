//! Applies changes to the index: changed listings become small new segments, outdated documents get
//! tombstones, and segments are merged before there are too many of either.
//!
//! Deleted listings leave remnants, which the file of the index contains too: documents with
//! tombstones, cards in chunks that segments share, and texts in the dictionary of the cards. A merge
//! that copies what is live and trains the dictionary again erases them before they are too old.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use portal_services::ports::{CardSerializer, SearchChanges, SearchDocument};

use crate::cards::{Dictionary, TRAINING_CARDS};
use crate::columns::Row;
use crate::index::Index;
use crate::places::Places;
use crate::segment::{IndexDocument, LiveSegment, Segment, build, build_for_merge, merge};
use crate::to_u32;

/// When segments are merged, in documents.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MergeLimits {
    /// Up to this size, a segment is merged with the newer ones however small these are.
    pub(crate) min_segment: usize,
    /// How many deleted and recently added documents are allowed, besides one in [`GARBAGE_RATIO`].
    pub(crate) max_garbage: usize,
}

impl Default for MergeLimits {
    fn default() -> Self {
        Self { min_segment: 512, max_garbage: 1_024 }
    }
}

/// A segment is merged with the newer ones unless it is larger than these by more than this factor.
const GROWTH: usize = 4;
/// Larger segments are merged in the background, so that changes do not wait for them.
const BACKGROUND_MERGE_MIN: usize = 16_384;
/// One in this many documents may be deleted or recently added, up to [`GARBAGE_RATIO_CAP`] of
/// them.
const GARBAGE_RATIO: usize = 16;
const GARBAGE_RATIO_CAP: usize = 32_768;

/// Remnants are erased when the oldest are this old, times the number of listings: the merge reads
/// all of them, so that it takes the same share of a processor with any number.
const REMNANT_AGE_PER_LISTING: Duration = Duration::from_millis(40);
/// Changes during that merge leave remnants for the next one: twice this, both merges and the time to
/// the next file are less than a day.
pub(crate) const MAX_REMNANT_AGE: Duration = Duration::from_hours(11);

/// The loader builds a segment of this many documents at a time.
const PART: usize = 16_384;

/// Turns listings of the feed into documents.
struct DocumentBuilder {
    serializer: Arc<dyn CardSerializer>,
    dictionary: Arc<Dictionary>,
    places: Arc<Places>,
}

impl DocumentBuilder {
    fn build(&mut self, document: SearchDocument) -> IndexDocument {
        let SearchDocument { card, words } = document;
        let row = Row::of(&card, Arc::make_mut(&mut self.places).add(&card));
        IndexDocument { row, card: self.dictionary.compress(&self.serializer.serialize(card.for_public())), words }
    }

    fn build_segment(&mut self, documents: Vec<SearchDocument>) -> Result<Segment, fst::Error> {
        let documents = documents.into_iter().map(|document| self.build(document)).collect();
        build(documents, Arc::clone(&self.dictionary))
    }
}

/// Builds the initial index.
pub(crate) struct IndexLoader {
    builder: DocumentBuilder,
    /// Collected until there are enough to train the dictionary.
    training_set: Vec<SearchDocument>,
    is_trained: bool,
    documents: Vec<IndexDocument>,
    parts: Vec<LiveSegment>,
}

impl IndexLoader {
    pub(crate) fn new(serializer: Arc<dyn CardSerializer>) -> Self {
        let builder = DocumentBuilder { serializer, dictionary: Arc::default(), places: Arc::default() };
        Self { builder, training_set: Vec::new(), is_trained: false, documents: Vec::new(), parts: Vec::new() }
    }

    pub(crate) fn add(&mut self, batch: Vec<SearchDocument>) -> Result<(), fst::Error> {
        if !self.is_trained {
            self.training_set.extend(batch);
            if self.training_set.len() >= TRAINING_CARDS {
                self.train()?;
            }
            return Ok(());
        }
        for document in batch {
            self.documents.push(self.builder.build(document));
        }
        if self.documents.len() >= PART { self.build_part() } else { Ok(()) }
    }

    fn train(&mut self) -> Result<(), fst::Error> {
        let card = |document: &SearchDocument| self.builder.serializer.serialize(document.card.clone().for_public());
        let cards: Vec<Vec<u8>> = self.training_set.iter().map(card).collect();
        self.builder.dictionary = Arc::new(Dictionary::train(&cards));
        self.is_trained = true;
        let documents = std::mem::take(&mut self.training_set);
        self.add(documents)
    }

    fn build_part(&mut self) -> Result<(), fst::Error> {
        let documents = std::mem::take(&mut self.documents);
        self.parts.push(LiveSegment::new(build_for_merge(documents, Arc::clone(&self.builder.dictionary))?));
        Ok(())
    }

    /// The index of all documents that were added.
    pub(crate) fn finish(mut self) -> Result<IndexWriter, fst::Error> {
        if !self.is_trained {
            self.train()?;
        }
        let segment = if self.parts.is_empty() {
            build(std::mem::take(&mut self.documents), Arc::clone(&self.builder.dictionary))?
        } else {
            self.build_part()?;
            merge(&self.parts, Arc::clone(&self.builder.dictionary))?
        };
        Ok(IndexWriter {
            builder: self.builder,
            segments: vec![LiveSegment::new(segment)],
            merging: None,
            remnants_since: None,
            limits: MergeLimits::default(),
        })
    }
}

/// An index that was read from a file.
pub(crate) struct StoredIndex {
    /// Largest first.
    pub(crate) segments: Vec<LiveSegment>,
    pub(crate) places: Places,
    /// Cards of new segments are compressed with this.
    pub(crate) dictionary: Arc<Dictionary>,
    /// See [`Index::remnants_since`].
    pub(crate) remnants_since: Option<SystemTime>,
}

/// The index and its pending merge. A listing is live in one segment at most.
pub(crate) struct IndexWriter {
    builder: DocumentBuilder,
    /// Largest first.
    segments: Vec<LiveSegment>,
    merging: Option<Merging>,
    /// See [`Index::remnants_since`].
    remnants_since: Option<SystemTime>,
    pub(crate) limits: MergeLimits,
}

/// A merge to run in the background.
pub(crate) struct Merge {
    segments: Vec<LiveSegment>,
    dictionary: Arc<Dictionary>,
    /// Whether nothing may be left of deleted listings.
    erases_remnants: bool,
}

impl Merge {
    pub(crate) fn run(self) -> Result<Segment, fst::Error> {
        let dictionary = self.dictionary();
        merge(&self.segments, dictionary)
    }

    /// A dictionary that was trained with few cards is trained again, and so is one that may have
    /// texts of deleted listings. Cards are copied if it is another one, so no chunk keeps deleted ones.
    fn dictionary(&self) -> Arc<Dictionary> {
        let documents = self.segments.iter().map(LiveSegment::len).sum();
        if !self.erases_remnants && !self.dictionary.needs_training(documents) {
            return Arc::clone(&self.dictionary);
        }
        let cards = self.segments.iter().flat_map(|live| live.docs().map(move |doc| (&live.segment.cards, doc)));
        let sample = cards.step_by(documents.div_ceil(TRAINING_CARDS).max(1));
        Arc::new(Dictionary::train(&sample.map(|(cards, doc)| cards.read(doc)).collect::<Vec<_>>()))
    }
}

/// State of the merge in the background.
struct Merging {
    /// How many of the first segments are being merged.
    segments: usize,
    /// Listings deleted from those segments since the merge began.
    deleted: Vec<u128>,
    /// When the merge began, if it erases remnants.
    erases_before: Option<SystemTime>,
}

impl IndexWriter {
    /// Continues with the parts of a stored index.
    pub(crate) fn restored(serializer: Arc<dyn CardSerializer>, stored: StoredIndex) -> Self {
        let StoredIndex { segments, places, dictionary, remnants_since } = stored;
        let builder = DocumentBuilder { serializer, dictionary, places: Arc::new(places) };
        Self { builder, segments, merging: None, remnants_since, limits: MergeLimits::default() }
    }

    /// The index to publish.
    pub(crate) fn snapshot(&self) -> Index {
        Index {
            segments: self.segments.clone(),
            places: Arc::clone(&self.builder.places),
            dictionary: Arc::clone(&self.builder.dictionary),
            remnants_since: self.remnants_since,
        }
    }

    /// The number of listings.
    pub(crate) fn len(&self) -> usize {
        self.segments.iter().map(LiveSegment::len).sum()
    }

    pub(crate) fn apply(&mut self, changes: SearchChanges) -> Result<(), fst::Error> {
        let replaced = changes.upserted.iter().map(|document| document.card.id);
        for listing in replaced.chain(changes.removed.iter().copied()) {
            self.delete(listing.0.as_u128());
        }
        if changes.upserted.is_empty() {
            return Ok(());
        }
        self.segments.push(LiveSegment::new(self.builder.build_segment(changes.upserted)?));
        self.merge_newest()
    }

    fn delete(&mut self, listing: u128) {
        for (index, live) in self.segments.iter_mut().enumerate() {
            let Some(row) = live.delete(listing) else { continue };
            Arc::make_mut(&mut self.builder.places).remove(row.place);
            self.remnants_since.get_or_insert_with(SystemTime::now);
            if let Some(merging) = self.merging.as_mut().filter(|merging| index < merging.segments) {
                merging.deleted.push(listing);
            }
        }
    }

    /// Merges the newest segments, so that their number stays logarithmic.
    fn merge_newest(&mut self) -> Result<(), fst::Error> {
        let excluded = self.merging.as_ref().map_or(1, |merging| merging.segments).max(1);
        let mut first = self.segments.len().saturating_sub(1);
        let mut documents = self.segments.last().map_or(0, LiveSegment::len);
        while let Some(previous) = first.checked_sub(1).filter(|previous| *previous >= excluded) {
            let length = self.segments[previous].segment.len();
            if length > self.limits.min_segment.max(documents * GROWTH) || documents + length > BACKGROUND_MERGE_MIN {
                break;
            }
            documents += length;
            first = previous;
        }
        if first + 1 < self.segments.len() {
            let newest = self.segments.split_off(first);
            self.segments.push(LiveSegment::new(merge(&newest, Arc::clone(&self.builder.dictionary))?));
        }
        Ok(())
    }

    /// A merge of all segments, if there is too much garbage or remnants are too old, and no other
    /// merge is pending. The caller runs it and passes the result to
    /// [`finish_merge`](Self::finish_merge).
    pub(crate) fn begin_merge(&mut self) -> Option<Merge> {
        self.begin_merge_at(SystemTime::now())
    }

    /// Like [`begin_merge`](Self::begin_merge), at this time.
    pub(crate) fn begin_merge_at(&mut self, now: SystemTime) -> Option<Merge> {
        let erases_remnants = self.has_old_remnants(now);
        if self.merging.is_some() || !(erases_remnants || self.has_too_much_garbage()) {
            return None;
        }
        let erases_before = erases_remnants.then_some(now);
        self.merging = Some(Merging { segments: self.segments.len(), deleted: Vec::new(), erases_before });
        let dictionary = Arc::clone(&self.builder.dictionary);
        Some(Merge { segments: self.segments.clone(), dictionary, erases_remnants })
    }

    fn has_too_much_garbage(&self) -> bool {
        let base = self.segments.first().map_or(0, LiveSegment::len);
        let deleted: usize = self.segments.iter().map(|live| live.tombstones.len()).sum();
        let added: usize = self.segments.iter().skip(1).map(LiveSegment::len).sum();
        deleted + added > self.limits.max_garbage + (base / GARBAGE_RATIO).min(GARBAGE_RATIO_CAP)
    }

    fn has_old_remnants(&self, now: SystemTime) -> bool {
        let max_age = REMNANT_AGE_PER_LISTING.saturating_mul(to_u32(self.len())).min(MAX_REMNANT_AGE);
        // Remnants of the future are of a clock that was wrong.
        self.remnants_since.is_some_and(|since| now.duration_since(since).ok().is_none_or(|age| age >= max_age))
    }

    /// Replaces the segments that [`begin_merge`](Self::begin_merge) returned by the merged one.
    pub(crate) fn finish_merge(&mut self, segment: Segment) {
        let Some(Merging { segments, deleted, erases_before }) = self.merging.take() else { return };
        self.builder.dictionary = Arc::clone(&segment.cards.dictionary);
        let mut live = LiveSegment::new(segment);
        for listing in &deleted {
            live.delete(*listing);
        }
        self.segments.splice(..segments, [live]);
        if let Some(began) = erases_before {
            // Segments that were added during the merge have the dictionary from before it.
            let has_remnants = !deleted.is_empty() || self.segments.len() > 1;
            self.remnants_since = has_remnants.then_some(began);
        }
    }
}
