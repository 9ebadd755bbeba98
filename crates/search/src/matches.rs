//! What a search finds in one segment, and a page of it.

use portal_services::paging::Sort;
use portal_services::ports::SearchSortField;

use crate::bits::{Bits, ones};
use crate::columns::Filter;
use crate::keyword::{Found, WordMatch};
use crate::orders::Rank;
use crate::relevance;
use crate::segment::Live;

/// The listings of a segment that a search finds.
pub(crate) struct Matches<'a> {
    live: &'a Live,
    set: Set,
    /// How many they are.
    pub count: usize,
}

enum Set {
    /// All that the filter accepts; they need not be looked at to be counted.
    Filtered(Filter),
    Wide(Bits),
    /// Ascending.
    List(Vec<u32>),
}

impl<'a> Matches<'a> {
    pub fn none(live: &'a Live) -> Self {
        Self { live, set: Set::List(Vec::new()), count: 0 }
    }

    /// All that the filter accepts. It must not be one that accepts nothing.
    pub fn of_filter(live: &'a Live, filter: Filter) -> Self {
        let count = live.segment.count(filter) - live.dead.count(filter);
        Self { live, set: Set::Filtered(filter), count }
    }

    /// What the filter accepts of what the keyword finds.
    pub fn of_keyword(live: &'a Live, found: Found<'_>, filter: Filter) -> Self {
        let dead = &live.dead.documents;
        match found {
            Found::List(mut list) => {
                list.retain(|doc| !dead.has(*doc) && filter.accepts(&live.segment.columns, *doc));
                Self { live, count: list.len(), set: Set::List(list) }
            }
            Found::Wide(bits) => {
                let mut bits = bits.into_owned();
                if !live.dead.is_empty() {
                    bits.remove_all(dead);
                }
                if !filter.accepts_all() {
                    bits.keep_only(&accepted(live, filter));
                }
                Self { live, count: bits.count(), set: Set::Wide(bits) }
            }
        }
    }

    /// The matches from `start` on, `length` of them or as many as there are, in this order, which is not by relevance.
    pub fn page(self, sort: Sort<SearchSortField>, start: usize, length: usize) -> Vec<u32> {
        if start >= self.count || length == 0 {
            return Vec::new();
        }
        let end = (start + length).min(self.count);
        let numbered = sort.by == SearchSortField::BasicRent && is_ascending(sort);
        let documents = self.live.segment.len();
        // So many documents are likely to be met before the page is full.
        let steps = end.saturating_mul(documents) / self.count;
        match self.set {
            Set::List(list) if numbered => list[start..end].to_vec(),
            Set::List(list) => sorted(self.live, list, sort, start, end),
            Set::Filtered(filter) if numbered => scanned(self.live, filter, start, end),
            Set::Wide(bits) if numbered => bits.iter_from(start).take(end - start).collect(),
            Set::Filtered(filter) if steps < documents / 8 => {
                let columns = &self.live.segment.columns;
                let dead = &self.live.dead.documents;
                walked(self.live, sort, start, end, |doc| filter.accepts(columns, doc) && !dead.has(doc))
            }
            Set::Filtered(filter) => {
                let mut bits = accepted(self.live, filter);
                bits.remove_all(&self.live.dead.documents);
                of_bits(self.live, &bits, self.count, sort, start, end)
            }
            Set::Wide(bits) => of_bits(self.live, &bits, self.count, sort, start, end),
        }
    }

    /// The same by relevance: with the score of each.
    pub fn page_by_relevance(
        self,
        words: &[WordMatch<'_>],
        sort: Sort<SearchSortField>,
        start: usize,
        length: usize,
    ) -> Vec<(u16, u32)> {
        let documents = match self.set {
            Set::List(list) => list,
            Set::Wide(bits) => bits.iter().collect(),
            // Without words there is nothing that it could be relevant to.
            Set::Filtered(_) => return Vec::new(),
        };
        relevance::page(words, self.live.segment.len(), &documents, sort.direction, start, length)
    }

    /// Calls `each` with every match.
    pub fn for_each(&self, mut each: impl FnMut(u32)) {
        match &self.set {
            Set::List(list) => list.iter().copied().for_each(each),
            Set::Wide(bits) => bits.iter().for_each(each),
            Set::Filtered(filter) => self.live.segment.columns.scan(*filter, |word, bits| {
                living(self.live, word, bits).for_each(&mut each);
                true
            }),
        }
    }
}

fn is_ascending(sort: Sort<SearchSortField>) -> bool {
    sort.direction == portal_services::paging::SortDirection::Ascending
}

fn living(live: &Live, word: usize, bits: u64) -> impl Iterator<Item = u32> + use<> {
    let base = u32::try_from(word * 64).unwrap_or(u32::MAX);
    ones(bits & !live.dead.documents.word(word)).map(move |bit| base + bit)
}

/// All that the filter accepts, the dead among them.
fn accepted(live: &Live, filter: Filter) -> Bits {
    let mut bits = Bits::new(live.segment.len());
    live.segment.columns.scan(filter, |word, accepted| {
        bits.set_word(word, accepted);
        true
    });
    bits
}

fn scanned(live: &Live, filter: Filter, start: usize, end: usize) -> Vec<u32> {
    let (mut page, mut skipped) = (Vec::with_capacity(end - start), start);
    live.segment.columns.scan(filter, |word, bits| {
        let bits = bits & !live.dead.documents.word(word);
        let members = bits.count_ones() as usize;
        if skipped >= members {
            skipped -= members;
            return true;
        }
        page.extend(living(live, word, bits).skip(skipped).take(end - start - page.len()));
        skipped = 0;
        page.len() < end - start
    });
    page
}

fn of_bits(live: &Live, bits: &Bits, count: usize, sort: Sort<SearchSortField>, start: usize, end: usize) -> Vec<u32> {
    let documents = live.segment.len();
    // Few in many are sooner sorted than met.
    if count < documents / 32 {
        return sorted(live, bits.iter().collect(), sort, start, end);
    }
    walked(live, sort, start, end, |doc| bits.has(doc))
}

fn walked(
    live: &Live,
    sort: Sort<SearchSortField>,
    start: usize,
    end: usize,
    accepts: impl Fn(u32) -> bool,
) -> Vec<u32> {
    let (mut page, mut met) = (Vec::with_capacity(end - start), 0);
    live.segment.orders.walk(&live.segment.columns, sort, |doc| {
        if accepts(doc) {
            if met >= start {
                page.push(doc);
            }
            met += 1;
        }
        met < end
    });
    page
}

fn sorted(live: &Live, mut docs: Vec<u32>, sort: Sort<SearchSortField>, start: usize, end: usize) -> Vec<u32> {
    let rank = |doc: &u32| Rank::by_figure(&live.segment.columns, sort, *doc);
    if end < docs.len() {
        docs.select_nth_unstable_by_key(end, rank);
        docs.truncate(end);
    }
    docs.sort_unstable_by_key(rank);
    docs.split_off(start)
}
