//! Compressed cards in large chunks of memory, which a merged segment shares with its sources.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::Arc;

use foldhash::fast::RandomState;

use super::Dictionary;
use crate::bitmap::Bitmap;
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::to_u32;

/// The cards of a segment by doc id.
#[derive(Debug, Default)]
pub(crate) struct CardStore {
    /// All cards are compressed with this.
    pub(crate) dictionary: Arc<Dictionary>,
    chunks: Vec<Arc<[u8]>>,
    offsets: Vec<CardOffset>,
}

/// Where a card begins: its length in four bytes, then the card.
#[derive(Debug, Clone, Copy)]
struct CardOffset {
    chunk: u32,
    start: u32,
}

/// A chunk is closed at this size, in bytes.
const CHUNK_BYTES: usize = 1 << 20;
/// Cards of smaller chunks are copied instead of shared.
const MIN_SHARED_CHUNK: usize = CHUNK_BYTES / 2;

/// Bytes before each card.
const LENGTH_BYTES: usize = 4;

impl CardStore {
    /// The compressed card of a document.
    pub(crate) fn get(&self, doc: u32) -> &[u8] {
        let Some(offset) = self.offsets.get(doc as usize) else { return &[] };
        let chunk = self.chunks.get(offset.chunk as usize);
        chunk.and_then(|chunk| card_at(chunk, offset.start as usize)).unwrap_or_default()
    }

    /// The decompressed card of a document.
    pub(crate) fn read(&self, doc: u32) -> Vec<u8> {
        let mut card = Vec::new();
        self.dictionary.decompress(self.get(doc), &mut card);
        card
    }

    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        let offsets: Vec<u32> = self.offsets.iter().flat_map(|offset| [offset.chunk, offset.start]).collect();
        writer.numbers(&offsets)?;
        writer.count(self.chunks.len())?;
        self.chunks.iter().try_for_each(|chunk| writer.bytes(chunk))
    }

    pub(crate) fn read_all(
        reader: &mut RecordReader<impl Read>,
        dictionary: Arc<Dictionary>,
    ) -> Result<Self, IndexFileError> {
        let (numbers, chunks) = (reader.numbers::<u32>()?, reader.count()?);
        let chunks = (0..chunks).map(|_| reader.bytes().map(Arc::from)).collect::<Result<Vec<Arc<[u8]>>, _>>()?;
        let (pairs, rest) = numbers.as_chunks();
        let offsets: Vec<CardOffset> =
            pairs.iter().map(|[chunk, start]| CardOffset { chunk: *chunk, start: *start }).collect();
        let has_card = |offset: &CardOffset| {
            chunks.get(offset.chunk as usize).is_some_and(|chunk| card_at(chunk, offset.start as usize).is_some())
        };
        let are_valid = rest.is_empty() && offsets.iter().all(has_card);
        if are_valid { Ok(Self { dictionary, chunks, offsets }) } else { Err(IndexFileError::Damaged) }
    }

    /// The number of cards.
    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Whether more than half of the chunks is not used by live documents.
    pub(crate) fn is_mostly_dead(&self, deleted: &Bitmap) -> bool {
        let live = (0..to_u32(self.offsets.len())).filter(|doc| !deleted.contains(*doc));
        let used: usize = live.map(|doc| self.get(doc).len() + LENGTH_BYTES).sum();
        used * 2 < self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let chunks: usize = self.chunks.iter().map(|chunk| chunk.len()).sum();
        self.offsets.len() * size_of::<CardOffset>() + chunks
    }
}

fn card_at(chunk: &[u8], start: usize) -> Option<&[u8]> {
    let (length, rest) = chunk.get(start..)?.split_first_chunk::<LENGTH_BYTES>()?;
    rest.get(..u32::from_le_bytes(*length) as usize)
}

#[derive(Debug)]
pub(crate) struct CardStoreBuilder {
    store: CardStore,
    open_chunk: Vec<u8>,
    /// Documents whose cards are in the open chunk, which has no index yet.
    open_docs: Vec<usize>,
    /// The indexes of shared chunks, by their address.
    shared_chunks: HashMap<*const u8, u32, RandomState>,
}

impl CardStoreBuilder {
    /// All cards are compressed with this dictionary.
    pub(crate) fn new(dictionary: Arc<Dictionary>) -> Self {
        let store = CardStore { dictionary, ..CardStore::default() };
        Self { store, open_chunk: Vec::new(), open_docs: Vec::new(), shared_chunks: HashMap::default() }
    }

    /// Adds the compressed card of the next document.
    pub(crate) fn push(&mut self, card: &[u8]) {
        self.open_docs.push(self.store.offsets.len());
        self.store.offsets.push(CardOffset { chunk: 0, start: to_u32(self.open_chunk.len()) });
        self.open_chunk.extend(to_u32(card.len()).to_le_bytes());
        self.open_chunk.extend_from_slice(card);
        if self.open_chunk.len() >= CHUNK_BYTES {
            self.close_chunk();
        }
    }

    /// Adds a card of another store. Shares its chunk unless that is small or `copies` is set, and
    /// compresses it again if the dictionaries differ.
    pub(crate) fn push_from(&mut self, source: &CardStore, doc: u32, copies: bool) {
        if !Arc::ptr_eq(&source.dictionary, &self.store.dictionary) {
            let card = self.store.dictionary.compress(&source.read(doc));
            return self.push(&card);
        }
        let offset = source.offsets.get(doc as usize);
        let chunk = offset.and_then(|offset| source.chunks.get(offset.chunk as usize));
        match (offset, chunk) {
            (Some(offset), Some(chunk)) if !copies && chunk.len() >= MIN_SHARED_CHUNK => {
                let known = self.shared_chunks.get(&chunk.as_ptr()).copied();
                let index = known.unwrap_or_else(|| {
                    let index = to_u32(self.store.chunks.len());
                    self.shared_chunks.insert(chunk.as_ptr(), index);
                    self.store.chunks.push(Arc::clone(chunk));
                    index
                });
                self.store.offsets.push(CardOffset { chunk: index, ..*offset });
            }
            _ => self.push(source.get(doc)),
        }
    }

    fn close_chunk(&mut self) {
        let index = to_u32(self.store.chunks.len());
        for doc in self.open_docs.drain(..) {
            self.store.offsets[doc].chunk = index;
        }
        self.store.chunks.push(std::mem::take(&mut self.open_chunk).into());
    }

    pub(crate) fn finish(mut self) -> CardStore {
        if !self.open_chunk.is_empty() {
            self.close_chunk();
        }
        self.store.offsets.shrink_to_fit();
        self.store
    }
}
