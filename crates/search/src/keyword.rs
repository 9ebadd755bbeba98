//! Matches the words of a keyword in a segment.

use std::borrow::Cow;

use portal_domain::search_words::KeywordWord;

use crate::doc_set::{BITMAP_RATIO, DocSet};
use crate::postings::{PostingList, PostingLists};
use crate::segment::Segment;
use crate::term_index::{TermExpansion, union};

/// One word of a keyword with the terms of a segment that it matches.
pub(crate) struct WordMatch<'a> {
    segment: &'a Segment,
    word: &'a KeywordWord,
    expansion: TermExpansion,
}

/// Where in a document a term must occur.
#[derive(Clone, Copy)]
enum Field {
    Anywhere,
    Headline,
}

/// The words of a keyword, most selective first; `None` if one of them matches no term.
pub(crate) fn match_words<'a>(segment: &'a Segment, words: &'a [KeywordWord]) -> Option<Vec<WordMatch<'a>>> {
    let mut expansions: Vec<(&KeywordWord, TermExpansion)> =
        words.iter().map(|word| (word, segment.terms.expand_exact(word))).collect();
    // Words without an exact match first: if one of them has no fuzzy match either, the expensive
    // fuzzy expansion of the others is not needed.
    expansions.sort_by_key(|(_, expansion)| !expansion.is_empty());
    let mut matches = Vec::with_capacity(words.len());
    for (word, exact) in expansions {
        let expansion = segment.terms.expand_fuzzy(word, exact);
        if expansion.is_empty() {
            return None;
        }
        matches.push(WordMatch { segment, word, expansion });
    }
    matches.sort_by_cached_key(WordMatch::max_documents);
    Some(matches)
}

/// The documents that match all of the words; `None` without words.
pub(crate) fn match_all<'a>(matches: &[WordMatch<'a>]) -> Option<DocSet<'a>> {
    let (first, rest) = matches.split_first()?;
    let mut docs = first.documents();
    for word in rest {
        if docs.is_empty() {
            break;
        }
        docs = docs.intersect(word.documents());
    }
    Some(docs)
}

impl<'a> WordMatch<'a> {
    /// An upper bound of the matching documents.
    fn max_documents(&self) -> usize {
        let terms = self.expansion.exact().chain(self.expansion.fuzzy.iter().copied());
        terms.map(|term| self.segment.terms.anywhere.get(term).count()).sum()
    }

    /// The documents that match this word exactly or fuzzily.
    pub(crate) fn documents(&self) -> DocSet<'a> {
        self.documents_in(Field::Anywhere, true)
    }

    /// Three sets, each a superset of the next: the number of sets that contain a document is its
    /// [`MatchQuality`](portal_services::ports::MatchQuality).
    pub(crate) fn tiers(&self) -> [DocSet<'a>; 3] {
        let headline = self.documents_in(Field::Headline, true);
        let exact = self.documents_in(Field::Anywhere, false);
        let documents = self.segment.len();
        [exact.union(headline.clone(), documents), headline, self.documents_in(Field::Headline, false)]
    }

    fn documents_in(&self, field: Field, with_fuzzy: bool) -> DocSet<'a> {
        let terms = &self.segment.terms;
        let postings = match field {
            Field::Anywhere => &terms.anywhere,
            Field::Headline => &terms.headline,
        };
        let fuzzy: &[u32] = if with_fuzzy { &self.expansion.fuzzy } else { &[] };
        if let Some(bitmaps) = terms.prefix_bitmaps(&self.word.surface) {
            let bitmap = match field {
                Field::Anywhere => &bitmaps.anywhere,
                Field::Headline => &bitmaps.headline,
            };
            if self.expansion.stems.is_empty() && fuzzy.is_empty() {
                return DocSet::Bitmap(Cow::Borrowed(bitmap));
            }
            let more = self.expansion.stems.iter().chain(fuzzy).copied();
            let mut all = union(postings, more, self.segment.len());
            all.union_with(bitmap);
            return DocSet::Bitmap(Cow::Owned(all));
        }
        union_of_terms(postings, self.expansion.exact().chain(fuzzy.iter().copied()), self.segment.len())
    }
}

fn union_of_terms(postings: &PostingLists, terms: impl Iterator<Item = u32> + Clone, documents: usize) -> DocSet<'_> {
    let mut lists = terms.clone().map(|term| postings.get(term)).filter(|list| list.count() > 0);
    match (lists.next(), lists.next()) {
        (None, _) => return DocSet::Sorted(Vec::new()),
        (Some(PostingList::Deltas(only)), None) => return DocSet::Sorted(only.to_vec()),
        (Some(PostingList::Bitmap(only, _)), None) => return DocSet::Bitmap(Cow::Borrowed(only)),
        _ => {}
    }
    let entries: usize = terms.clone().map(|term| postings.get(term).count()).sum();
    if entries > documents / BITMAP_RATIO {
        return DocSet::Bitmap(Cow::Owned(union(postings, terms, documents)));
    }
    let mut docs = Vec::with_capacity(entries);
    terms.for_each(|term| postings.get(term).for_each(|doc| docs.push(doc)));
    docs.sort_unstable();
    docs.dedup();
    DocSet::Sorted(docs)
}
