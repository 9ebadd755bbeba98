//! The terms of a segment in order, with their posting lists.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::ops::Range;

use foldhash::fast::RandomState;
use fst::{IntoStreamer, Map, MapBuilder, Streamer};
use portal_domain::search_words::KeywordWord;

use crate::bitmap::Bitmap;
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::levenshtein::LevenshteinAutomaton;
use crate::postings::{PostingList, PostingLists};
use crate::to_u32;

/// A prefix gets bitmaps if its terms have more than this many postings for each word of a bitmap.
const MIN_POSTINGS_PER_WORD: usize = 4;
/// In characters. Longer prefixes have few terms, most of them inflections of one word.
const MAX_CACHED_PREFIX: usize = 3;

#[derive(Debug, Default)]
pub(crate) struct TermIndex {
    /// Terms with their ordinals.
    terms: Map<Vec<u8>>,
    /// Postings of all fields.
    pub(crate) anywhere: PostingLists,
    /// Postings of the title and the address.
    pub(crate) headline: PostingLists,
    /// For prefixes of up to [`MAX_CACHED_PREFIX`] characters with many postings.
    prefix_bitmaps: HashMap<Box<str>, PrefixBitmaps, RandomState>,
}

/// The documents of all terms with a prefix.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PrefixBitmaps {
    pub(crate) anywhere: Bitmap,
    pub(crate) headline: Bitmap,
}

/// The terms that a word of a keyword matches, by ordinal and each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct TermExpansion {
    pub(crate) prefix: Range<u32>,
    /// Terms that equal one of its stems.
    pub(crate) stems: Vec<u32>,
    /// Terms within its edit distance.
    pub(crate) fuzzy: Vec<u32>,
}

impl TermExpansion {
    pub(crate) fn exact(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.prefix.clone().chain(self.stems.iter().copied())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.prefix.is_empty() && self.stems.is_empty() && self.fuzzy.is_empty()
    }
}

/// Builds an index from terms in ascending order.
pub(crate) struct TermIndexBuilder {
    documents: usize,
    count: u64,
    terms: MapBuilder<Vec<u8>>,
    index: TermIndex,
}

impl TermIndexBuilder {
    pub(crate) fn new(documents: usize) -> Self {
        Self { documents, count: 0, terms: MapBuilder::memory(), index: TermIndex::default() }
    }

    /// Adds a term with its documents, of which `headline` is a subset. Empties both.
    pub(crate) fn push(
        &mut self,
        term: &str,
        anywhere: &mut Vec<u32>,
        headline: &mut Vec<u32>,
    ) -> Result<(), fst::Error> {
        self.terms.insert(term, self.count)?;
        self.count += 1;
        self.index.anywhere.push(anywhere, self.documents);
        self.index.headline.push(headline, self.documents);
        Ok(())
    }

    pub(crate) fn finish(self) -> TermIndex {
        let documents = self.documents;
        let mut index = self.finish_for_merge();
        index.anywhere.shrink_to_fit();
        index.headline.shrink_to_fit();
        index.prefix_bitmaps = index.build_prefix_bitmaps(documents);
        index
    }

    /// An index that is merged and never searched.
    pub(crate) fn finish_for_merge(self) -> TermIndex {
        TermIndex { terms: self.terms.into_map(), ..self.index }
    }
}

impl TermIndex {
    pub(crate) fn terms(&self) -> &Map<Vec<u8>> {
        &self.terms
    }

    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        writer.bytes(self.terms.as_fst().as_bytes())?;
        self.anywhere.write(writer)?;
        self.headline.write(writer)
    }

    pub(crate) fn read(reader: &mut RecordReader<impl Read>, documents: usize) -> Result<Self, IndexFileError> {
        let terms = Map::new(reader.bytes()?).map_err(|_| IndexFileError::Damaged)?;
        let anywhere = PostingLists::read(reader, documents)?;
        let headline = PostingLists::read(reader, documents)?;
        if [anywhere.len(), headline.len()] != [terms.len(); 2] {
            return Err(IndexFileError::Damaged);
        }
        let mut index = Self { terms, anywhere, headline, prefix_bitmaps: HashMap::default() };
        index.prefix_bitmaps = index.build_prefix_bitmaps(documents);
        Ok(index)
    }

    /// The terms that begin with the word or equal one of its stems.
    pub(crate) fn expand_exact(&self, word: &KeywordWord) -> TermExpansion {
        let prefix = self.prefix_range(&word.surface);
        let stem = |stem: &String| {
            let term = self.terms.get(stem).and_then(|term| u32::try_from(term).ok())?;
            (!prefix.contains(&term)).then_some(term)
        };
        let mut stems: Vec<u32> = word.stems.iter().filter_map(stem).collect();
        stems.sort_unstable();
        stems.dedup();
        TermExpansion { prefix, stems, fuzzy: Vec::new() }
    }

    /// Adds the terms within the word's edit distance, which is expensive.
    pub(crate) fn expand_fuzzy(&self, word: &KeywordWord, exact: TermExpansion) -> TermExpansion {
        let mut expansion = exact;
        if word.max_edits() > 0 {
            let automaton = LevenshteinAutomaton::new(&word.surface, word.max_edits());
            let mut found = self.terms.search(automaton).into_stream();
            while let Some((_, term)) = found.next() {
                let term = to_u32(term);
                if !expansion.prefix.contains(&term) && !expansion.stems.contains(&term) {
                    expansion.fuzzy.push(term);
                }
            }
        }
        expansion
    }

    /// The ordinals of the terms with this prefix.
    fn prefix_range(&self, prefix: &str) -> Range<u32> {
        let first_from = |bound: &[u8]| {
            let next = self.terms.range().ge(bound).into_stream().next().map(|(_, term)| term);
            to_u32(next.unwrap_or(self.terms.len() as u64))
        };
        // UTF-8 never contains the byte 0xFF, so all terms with the prefix sort before this.
        let mut end = prefix.as_bytes().to_vec();
        end.push(0xFF);
        first_from(prefix.as_bytes())..first_from(&end)
    }

    /// The documents of all terms with this prefix, if they were united when the segment was built.
    pub(crate) fn prefix_bitmaps(&self, prefix: &str) -> Option<&PrefixBitmaps> {
        self.prefix_bitmaps.get(prefix)
    }

    fn build_prefix_bitmaps(&self, documents: usize) -> HashMap<Box<str>, PrefixBitmaps, RandomState> {
        let mut bitmaps = HashMap::default();
        for length in 1..=MAX_CACHED_PREFIX {
            let mut stream = self.terms.stream();
            let mut open: Option<(Box<str>, Range<u32>)> = None;
            let mut close = |open: Option<(Box<str>, Range<u32>)>| {
                if let Some((prefix, terms)) = open
                    && self.needs_bitmaps(&terms, documents)
                {
                    let [anywhere, headline] =
                        [&self.anywhere, &self.headline].map(|postings| union(postings, terms.clone(), documents));
                    bitmaps.insert(prefix, PrefixBitmaps { anywhere, headline });
                }
            };
            while let Some((text, term)) = stream.next() {
                let term = to_u32(term);
                let Ok(text) = std::str::from_utf8(text) else { continue };
                let Some((end, last)) = text.char_indices().nth(length - 1) else { continue };
                let prefix = &text[..end + last.len_utf8()];
                match &mut open {
                    Some((known, terms)) if **known == *prefix => terms.end = term + 1,
                    _ => close(open.replace((prefix.into(), term..term + 1))),
                }
            }
            close(open);
        }
        bitmaps
    }

    fn needs_bitmaps(&self, terms: &Range<u32>, documents: usize) -> bool {
        let postings: usize = terms.clone().map(|term| self.anywhere.get(term).count()).sum();
        terms.len() > 8 && postings > documents / 64 * MIN_POSTINGS_PER_WORD && postings > 4_096
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        let bitmaps = self.prefix_bitmaps.values().flat_map(|bitmaps| [&bitmaps.anywhere, &bitmaps.headline]);
        let bitmaps: usize = bitmaps.map(Bitmap::memory_bytes).sum();
        self.terms.as_fst().size() + self.anywhere.memory_bytes() + self.headline.memory_bytes() + bitmaps
    }
}

/// The documents of any of these terms.
pub(crate) fn union(postings: &PostingLists, terms: impl Iterator<Item = u32>, documents: usize) -> Bitmap {
    let mut union = Bitmap::new(documents);
    for term in terms {
        match postings.get(term) {
            PostingList::Deltas(deltas) => deltas.for_each(|doc| union.insert(doc)),
            PostingList::Bitmap(bitmap, _) => union.union_with(bitmap),
        }
    }
    union
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of one to four bytes, in ascending order.
    const LETTERS: [char; 4] = ['a', 'ö', '日', '🏠'];
    const DOCUMENTS: u32 = 2_000;

    /// All terms of up to `longest` letters, in order.
    fn terms(longest: usize) -> Vec<String> {
        let mut terms = vec![String::new()];
        for _ in 0..longest {
            let longer = terms.iter().flat_map(|term| LETTERS.map(|letter| format!("{term}{letter}")));
            terms = std::iter::once(String::new()).chain(longer).collect();
        }
        terms.sort_unstable();
        terms.split_off(1)
    }

    /// The documents of every term, nearly the same for terms with a common prefix.
    fn postings(all: &[String]) -> Vec<[Vec<u32>; 2]> {
        let of_term = |(ordinal, term): (u32, &String)| {
            let prefix: String = term.chars().take(MAX_CACHED_PREFIX).collect();
            let kind = u32::try_from(all.binary_search(&prefix).unwrap()).unwrap() % 9;
            let anywhere: Vec<u32> = (0..DOCUMENTS).filter(|doc| doc % 9 == kind || *doc == ordinal).collect();
            let headline = anywhere.iter().copied().filter(|doc| doc % 5 == 0).collect();
            [anywhere, headline]
        };
        (0..).zip(all).map(of_term).collect()
    }

    #[test]
    fn prefix_bitmaps_hold_the_postings_of_all_terms_with_the_prefix() {
        let all = terms(5);
        let postings = postings(&all);
        let mut builder = TermIndexBuilder::new(DOCUMENTS as usize);
        for (term, [mut anywhere, mut headline]) in all.iter().zip(postings.clone()) {
            builder.push(term, &mut anywhere, &mut headline).unwrap();
        }
        let index = builder.finish();
        for prefix in terms(MAX_CACHED_PREFIX) {
            let with_prefix = || all.iter().zip(&postings).filter(|(term, _)| term.starts_with(&prefix));
            assert_eq!(index.prefix_range(&prefix).len(), with_prefix().count(), "{prefix}");
            let documents = |field: usize| {
                Bitmap::from_docs(
                    DOCUMENTS as usize,
                    with_prefix().flat_map(|(_, postings)| postings[field].iter().copied()),
                )
            };
            let expected = PrefixBitmaps { anywhere: documents(0), headline: documents(1) };
            assert_eq!(index.prefix_bitmaps(&prefix), Some(&expected), "{prefix}");
        }
        assert_eq!(index.prefix_range("🏠🏠🏠🏠🏠"), 1_363..1_364);
        assert_eq!(index.prefix_range("c"), 341..341, "no term has this prefix");
    }
}
