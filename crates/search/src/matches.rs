//! The documents of one segment that a search matches, and pages of them.

use std::borrow::Cow;

use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::SearchSortField;

use crate::bitmap::{Bitmap, set_bits};
use crate::columns::Filter;
use crate::doc_set::DocSet;
use crate::keyword::WordMatch;
use crate::near_towns::NearTowns;
use crate::segment::LiveSegment;
use crate::sort_orders::Rank;
use crate::{relevance, to_u32};

pub(crate) struct Matches<'a> {
    live: &'a LiveSegment,
    docs: MatchSet,
    pub(crate) count: usize,
}

enum MatchSet {
    /// All documents that the filter accepts, counted without visiting them.
    Filter(Filter),
    Bitmap(Bitmap),
    /// Ascending.
    Sorted(Vec<u32>),
}

impl<'a> Matches<'a> {
    pub(crate) fn none(live: &'a LiveSegment) -> Self {
        Self { live, docs: MatchSet::Sorted(Vec::new()), count: 0 }
    }

    /// All documents that the filter accepts. It must accept some value.
    pub(crate) fn of_filter(live: &'a LiveSegment, filter: Filter) -> Self {
        let count = live.segment.count(filter) - live.tombstones.count(filter);
        Self { live, docs: MatchSet::Filter(filter), count }
    }

    /// The documents of `docs` that the filter accepts.
    pub(crate) fn of_docs(live: &'a LiveSegment, docs: DocSet<'_>, filter: Filter) -> Self {
        let deleted = &live.tombstones.docs;
        match docs {
            DocSet::Sorted(mut docs) => {
                docs.retain(|doc| !deleted.contains(*doc) && filter.accepts(&live.segment.columns, *doc));
                Self { live, count: docs.len(), docs: MatchSet::Sorted(docs) }
            }
            DocSet::Bitmap(bitmap) => {
                let mut bitmap = bitmap.into_owned();
                if !live.tombstones.is_empty() {
                    bitmap.subtract(deleted);
                }
                if !filter.accepts_all() {
                    bitmap.intersect_with(&accepted(live, filter));
                }
                Self { live, count: bitmap.count(), docs: MatchSet::Bitmap(bitmap) }
            }
        }
    }

    /// Up to `length` matches from `start` on. The sort must not be by relevance or distance.
    pub(crate) fn page(self, sort: Sort<SearchSortField>, start: usize, length: usize) -> Vec<u32> {
        if start >= self.count || length == 0 {
            return Vec::new();
        }
        let end = (start + length).min(self.count);
        let by_doc_id = sort.by == SearchSortField::BasicRent && sort.direction == SortDirection::Ascending;
        let documents = self.live.segment.len();
        // The expected number of documents to visit in sort order until the page is full.
        let visits = end.saturating_mul(documents) / self.count;
        match self.docs {
            MatchSet::Sorted(docs) if by_doc_id => docs[start..end].to_vec(),
            MatchSet::Sorted(docs) => page_by_sorting(self.live, docs, sort, start, end),
            MatchSet::Filter(filter) if by_doc_id => page_by_scan(self.live, filter, start, end),
            MatchSet::Bitmap(bitmap) if by_doc_id => bitmap.iter_from(start).take(end - start).collect(),
            MatchSet::Filter(filter) if visits < documents / 8 => {
                let columns = &self.live.segment.columns;
                let deleted = &self.live.tombstones.docs;
                page_by_sort_order(self.live, sort, start, end, |doc| {
                    filter.accepts(columns, doc) && !deleted.contains(doc)
                })
            }
            MatchSet::Filter(filter) => {
                let mut bitmap = accepted(self.live, filter);
                bitmap.subtract(&self.live.tombstones.docs);
                page_of_bitmap(self.live, &bitmap, self.count, sort, start, end)
            }
            MatchSet::Bitmap(bitmap) => page_of_bitmap(self.live, &bitmap, self.count, sort, start, end),
        }
    }

    /// Like [`page`](Self::page) by relevance, with the score of each match.
    pub(crate) fn page_by_relevance(
        self,
        words: &[WordMatch<'_>],
        sort: Sort<SearchSortField>,
        start: usize,
        length: usize,
    ) -> Vec<(u16, u32)> {
        let documents = self.live.segment.len();
        relevance::page(words, documents, &self.into_ranked_docs(), sort.direction, start, length)
    }

    /// Like [`page`](Self::page) by distance, with the distance of each match.
    pub(crate) fn page_by_distance(
        self,
        near: &NearTowns,
        sort: Sort<SearchSortField>,
        start: usize,
        length: usize,
    ) -> Vec<(u16, u32)> {
        let towns = &self.live.segment.columns.towns;
        let docs = self.into_ranked_docs();
        // All matches are in the surroundings.
        let distance_of = |doc: &u32| near.distance_of(towns[*doc as usize]).unwrap_or(0);
        let distances: Vec<u16> = docs.iter().map(distance_of).collect();
        let nearest_first = sort.direction == SortDirection::Ascending;
        relevance::page_by_score(&distances, &docs, nearest_first, start, length)
    }

    /// The matches, ascending, of a search with words or surroundings: without, there is nothing to
    /// rank by.
    fn into_ranked_docs(self) -> Vec<u32> {
        match self.docs {
            MatchSet::Sorted(docs) => docs,
            MatchSet::Bitmap(bitmap) => bitmap.iter().collect(),
            MatchSet::Filter(_) => Vec::new(),
        }
    }

    pub(crate) fn to_bitmap(&self) -> Cow<'_, Bitmap> {
        match &self.docs {
            MatchSet::Sorted(docs) => Cow::Owned(Bitmap::from_docs(self.live.segment.len(), docs.iter().copied())),
            MatchSet::Bitmap(bitmap) => Cow::Borrowed(bitmap),
            MatchSet::Filter(filter) => {
                let mut bitmap = accepted(self.live, *filter);
                bitmap.subtract(&self.live.tombstones.docs);
                Cow::Owned(bitmap)
            }
        }
    }

    pub(crate) fn for_each(&self, mut visit: impl FnMut(u32)) {
        match &self.docs {
            MatchSet::Sorted(docs) => docs.iter().copied().for_each(visit),
            MatchSet::Bitmap(bitmap) => bitmap.iter().for_each(visit),
            MatchSet::Filter(filter) => self.live.segment.columns.scan(*filter, |word, bits| {
                live_docs(self.live, word, bits).for_each(&mut visit);
                true
            }),
        }
    }
}

/// The doc ids of a bitmap word without the deleted ones.
fn live_docs(live: &LiveSegment, word: usize, bits: u64) -> impl Iterator<Item = u32> + use<> {
    let base = to_u32(word * 64);
    set_bits(bits & !live.tombstones.docs.word(word)).map(move |bit| base + bit)
}

/// All documents that the filter accepts, deleted ones included.
fn accepted(live: &LiveSegment, filter: Filter) -> Bitmap {
    let mut bitmap = Bitmap::new(live.segment.len());
    live.segment.columns.scan(filter, |word, accepted| {
        bitmap.set_word(word, accepted);
        true
    });
    bitmap
}

fn page_by_scan(live: &LiveSegment, filter: Filter, start: usize, end: usize) -> Vec<u32> {
    let (mut page, mut skipped) = (Vec::with_capacity(end - start), start);
    live.segment.columns.scan(filter, |word, bits| {
        let bits = bits & !live.tombstones.docs.word(word);
        let count = bits.count_ones() as usize;
        if skipped >= count {
            skipped -= count;
            return true;
        }
        page.extend(live_docs(live, word, bits).skip(skipped).take(end - start - page.len()));
        skipped = 0;
        page.len() < end - start
    });
    page
}

fn page_of_bitmap(
    live: &LiveSegment,
    bitmap: &Bitmap,
    count: usize,
    sort: Sort<SearchSortField>,
    start: usize,
    end: usize,
) -> Vec<u32> {
    let documents = live.segment.len();
    // Sorting few matches is faster than visiting many documents in sort order.
    if count < documents / 32 {
        return page_by_sorting(live, bitmap.iter().collect(), sort, start, end);
    }
    page_by_sort_order(live, sort, start, end, |doc| bitmap.contains(doc))
}

fn page_by_sort_order(
    live: &LiveSegment,
    sort: Sort<SearchSortField>,
    start: usize,
    end: usize,
    accepts: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let (mut page, mut count) = (Vec::with_capacity(end - start), 0);
    live.segment.orders.walk(&live.segment.columns, sort, |doc| {
        if accepts(doc) {
            if count >= start {
                page.push(doc);
            }
            count += 1;
        }
        count < end
    });
    page
}

fn page_by_sorting(
    live: &LiveSegment,
    mut docs: Vec<u32>,
    sort: Sort<SearchSortField>,
    start: usize,
    end: usize,
) -> Vec<u32> {
    let rank = |doc: &u32| Rank::by_sort_key(&live.segment.columns, sort, *doc);
    if end < docs.len() {
        docs.select_nth_unstable_by_key(end, rank);
        docs.truncate(end);
    }
    docs.sort_unstable_by_key(rank);
    docs.split_off(start)
}
