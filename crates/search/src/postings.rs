//! Posting lists: the documents of each term.
//!
//! Short lists are delta encoded as LEB128 varints, most of which take one byte; long lists are
//! bitmaps.

use std::io::{Read, Write};

use crate::bitmap::Bitmap;
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::to_u32;

/// Terms in at least one document of this many get a bitmap: scanning its words is then faster than
/// decoding deltas.
const BITMAP_RATIO: usize = 32;

/// The posting lists of all terms, by the terms' ordinals.
#[derive(Debug, Default)]
pub(crate) struct PostingLists {
    /// The encoded deltas of all short lists, concatenated.
    deltas: Vec<u8>,
    bitmaps: Vec<Bitmap>,
    entries: Vec<Entry>,
}

/// Where the list of a term is, and how many documents it has.
#[derive(Debug, Clone, Copy)]
enum Entry {
    /// A range of `deltas`.
    Deltas {
        start: u32,
        end: u32,
        count: u32,
    },
    Bitmap {
        index: u32,
        count: u32,
    },
}

/// Instead of the end of deltas in a file.
const IS_BITMAP: u32 = u32::MAX;

impl Entry {
    fn to_numbers(self) -> [u32; 3] {
        match self {
            Self::Deltas { start, end, count } => [start, end, count],
            Self::Bitmap { index, count } => [index, IS_BITMAP, count],
        }
    }

    fn of_numbers([first, end, count]: [u32; 3]) -> Self {
        if end == IS_BITMAP {
            return Self::Bitmap { index: first, count };
        }
        Self::Deltas { start: first, end, count }
    }
}

/// The documents of one term.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PostingList<'a> {
    Deltas(Deltas<'a>),
    /// With its number of documents.
    Bitmap(&'a Bitmap, usize),
}

/// A delta encoded list of doc ids.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Deltas<'a> {
    bytes: &'a [u8],
    count: usize,
}

impl Deltas<'_> {
    /// Visits the doc ids in ascending order.
    pub(crate) fn for_each(self, mut visit: impl FnMut(u32)) {
        let (mut doc, mut delta, mut shift) = (0, 0, 0);
        for byte in self.bytes {
            delta |= u32::from(byte & LOW_BITS) << shift;
            shift += 7;
            if byte & CONTINUATION == 0 {
                doc += delta;
                visit(doc);
                (delta, shift) = (0, 0);
            }
        }
    }

    /// The doc ids in ascending order.
    pub(crate) fn to_vec(self) -> Vec<u32> {
        let mut docs = Vec::with_capacity(self.count);
        self.for_each(|doc| docs.push(doc));
        docs
    }
}

const CONTINUATION: u8 = 0x80;
const LOW_BITS: u8 = 0x7F;

/// Encodes ascending doc ids.
fn encode(docs: &[u32], bytes: &mut Vec<u8>) {
    let mut last = 0;
    for doc in docs {
        let mut delta = doc - last;
        while delta > u32::from(LOW_BITS) {
            bytes.push(delta.to_le_bytes()[0] | CONTINUATION);
            delta >>= 7;
        }
        bytes.push(delta.to_le_bytes()[0]);
        last = *doc;
    }
}

impl PostingList<'_> {
    pub(crate) fn count(self) -> usize {
        match self {
            Self::Deltas(deltas) => deltas.count,
            Self::Bitmap(_, count) => count,
        }
    }

    pub(crate) fn for_each(self, visit: impl FnMut(u32)) {
        match self {
            Self::Deltas(deltas) => deltas.for_each(visit),
            Self::Bitmap(bitmap, _) => bitmap.iter().for_each(visit),
        }
    }
}

impl PostingLists {
    /// Adds the list of the next term and empties `docs`, which are distinct and in any order.
    /// `documents`: how many documents the segment has.
    pub(crate) fn push(&mut self, docs: &mut Vec<u32>, documents: usize) {
        let count = docs.len();
        if count >= (documents / BITMAP_RATIO).max(2) {
            self.entries.push(Entry::Bitmap { index: to_u32(self.bitmaps.len()), count: to_u32(count) });
            self.bitmaps.push(Bitmap::from_docs(documents, docs.drain(..)));
        } else {
            // Lists merged from one segment are sorted already.
            if !docs.is_sorted() {
                docs.sort_unstable();
            }
            let start = to_u32(self.deltas.len());
            encode(docs, &mut self.deltas);
            docs.clear();
            self.entries.push(Entry::Deltas { start, end: to_u32(self.deltas.len()), count: to_u32(count) });
        }
    }

    pub(crate) fn shrink_to_fit(&mut self) {
        self.deltas.shrink_to_fit();
        self.bitmaps.shrink_to_fit();
        self.entries.shrink_to_fit();
    }

    /// The list of a term by its ordinal; empty for an unknown one.
    pub(crate) fn get(&self, term: u32) -> PostingList<'_> {
        match self.entries.get(term as usize) {
            Some(Entry::Deltas { start, end, count }) => {
                let bytes = self.deltas.get(*start as usize..*end as usize).unwrap_or_default();
                PostingList::Deltas(Deltas { bytes, count: *count as usize })
            }
            Some(Entry::Bitmap { index, count }) => match self.bitmaps.get(*index as usize) {
                Some(bitmap) => PostingList::Bitmap(bitmap, *count as usize),
                None => PostingList::Deltas(Deltas::default()),
            },
            None => PostingList::Deltas(Deltas::default()),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        let entries: Vec<u32> = self.entries.iter().flat_map(|entry| entry.to_numbers()).collect();
        writer.numbers(&entries)?;
        writer.bytes(&self.deltas)?;
        writer.count(self.bitmaps.len())?;
        self.bitmaps.iter().try_for_each(|bitmap| writer.numbers(bitmap.words()))
    }

    /// `documents`: how many documents the segment has.
    pub(crate) fn read(reader: &mut RecordReader<impl Read>, documents: usize) -> Result<Self, IndexFileError> {
        let (numbers, deltas, bitmaps) = (reader.numbers::<u32>()?, reader.bytes()?, reader.count()?);
        let bitmaps = (0..bitmaps).map(|_| {
            let words = reader.numbers::<u64>()?;
            let has_length = words.len() == documents.div_ceil(64);
            has_length.then(|| Bitmap::from_words(words)).ok_or(IndexFileError::Damaged)
        });
        let bitmaps = bitmaps.collect::<Result<Vec<_>, _>>()?;
        let (entries, rest) = numbers.as_chunks();
        let entries: Vec<Entry> = entries.iter().map(|numbers| Entry::of_numbers(*numbers)).collect();
        let are_valid = rest.is_empty()
            && entries.iter().all(|entry| match entry {
                Entry::Deltas { start, end, .. } => start <= end && *end as usize <= deltas.len(),
                Entry::Bitmap { index, .. } => (*index as usize) < bitmaps.len(),
            });
        if are_valid { Ok(Self { deltas, bitmaps, entries }) } else { Err(IndexFileError::Damaged) }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let bitmaps: usize = self.bitmaps.iter().map(Bitmap::memory_bytes).sum();
        self.deltas.len() + self.entries.len() * size_of::<Entry>() + bitmaps
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// The number of documents, and the documents of some terms.
    fn terms() -> impl Strategy<Value = (usize, Vec<BTreeSet<u32>>)> {
        (1_u32..300).prop_flat_map(|documents| {
            let few = prop::collection::btree_set(0..documents, 0..6);
            let many = prop::collection::btree_set(0..documents, 0..=documents as usize);
            (Just(documents as usize), prop::collection::vec(prop_oneof![few, many], 0..20))
        })
    }

    proptest! {
        #[test]
        fn get_returns_the_pushed_docs_of_short_and_long_lists((documents, terms) in terms()) {
            let mut lists = PostingLists::default();
            for docs in &terms {
                let mut reversed: Vec<u32> = docs.iter().rev().copied().collect();
                lists.push(&mut reversed, documents);
                prop_assert!(reversed.is_empty());
            }
            lists.shrink_to_fit();
            for (term, docs) in (0..).zip(&terms) {
                let mut found = Vec::new();
                lists.get(term).for_each(|doc| found.push(doc));
                prop_assert!(found.iter().eq(docs), "{found:?} instead of {docs:?}");
                prop_assert_eq!(lists.get(term).count(), docs.len());
            }
            prop_assert_eq!(lists.get(u32::try_from(terms.len()).unwrap()).count(), 0);
        }
    }
}
