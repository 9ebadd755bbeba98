//! An immutable snapshot of the index, and how searches are answered from it.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::SystemTime;

use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_domain::search_words::KeywordWord;
use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::{Bounds, Cards, Facets, PlaceCount, SearchQuery, SearchResults, SearchSortField};

use crate::amenity_index::amenity_bits;
use crate::cards::Dictionary;
use crate::columns::{Filter, type_index};
use crate::doc_set::DocSet;
use crate::facets;
use crate::keyword::{WordMatch, match_all, match_words};
use crate::matches::Matches;
use crate::near_towns::{NearTowns, write_distance};
use crate::places::Places;
use crate::scan::StayWindow;
use crate::segment::{LiveSegment, SegmentBytes};
use crate::sort_orders::Rank;

#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    /// Largest first.
    pub(crate) segments: Vec<LiveSegment>,
    pub(crate) places: Arc<Places>,
    /// Cards of new segments are compressed with this.
    pub(crate) dictionary: Arc<Dictionary>,
    /// Since when it has had remnants of deleted listings; `None` if it has none.
    pub(crate) remnants_since: Option<SystemTime>,
}

/// The expected size of a card, in bytes.
const CARD_BYTES: usize = 1_600;
/// Room for what the response writes around the cards, in bytes.
const ENVELOPE_BYTES: usize = 128;
/// The expected size of a compressed card, in bytes.
const COMPRESSED_CARD_BYTES: usize = 450;

impl Index {
    pub(crate) fn search(&self, query: &SearchQuery) -> SearchResults {
        let mut query = Cow::Borrowed(query);
        let are_all_equal = match query.sort.by {
            SearchSortField::Relevance => query.words.is_empty(),
            SearchSortField::Distance => query.near.is_none(),
            _ => false,
        };
        if are_all_equal {
            query.to_mut().sort = BY_BASIC_RENT;
        }
        let near = query.near.map(NearTowns::of);
        let conditions = Conditions {
            places: query.place.as_ref().map(|place| self.places.members(place)),
            near: near.as_ref(),
            amenities: amenity_bits(&query.amenities),
            stay: query.stay.as_ref().map(StayWindow::of),
        };
        let searches: Vec<SegmentSearch<'_>> =
            self.segments.iter().map(|live| SegmentSearch::new(live, &query, conditions)).collect();
        let total = searches.iter().map(|search| search.matches.count).sum::<usize>() as u64;
        let facets = query.facets.then(|| {
            let mut facets = facets::empty(query.amenity_facets);
            for search in &searches {
                search.add_facets(&mut facets, &query);
            }
            facets
        });
        let cards = self.cards(&page(searches, &query), near.as_ref());
        SearchResults { cards: Cards::Serialized(cards), total, facets }
    }

    fn cards(&self, page: &[(usize, u32)], near: Option<&NearTowns>) -> Vec<u8> {
        // Cards are scattered in memory. First all are located, then all are copied, then all are
        // decompressed, so that their cache misses overlap.
        let store = |segment: usize| &self.segments[segment].segment.cards;
        let located: Vec<&[u8]> = page.iter().map(|(segment, doc)| store(*segment).get(*doc)).collect();
        let mut compressed = Vec::with_capacity(page.len() * COMPRESSED_CARD_BYTES);
        for card in &located {
            compressed.extend_from_slice(card);
        }
        let mut cards = Vec::with_capacity(page.len() * CARD_BYTES + ENVELOPE_BYTES);
        let mut start = 0;
        for ((segment, doc), card) in page.iter().zip(located) {
            if start > 0 {
                cards.push(b',');
            }
            let end = start + card.len();
            store(*segment).dictionary.decompress(&compressed[start..end], &mut cards);
            start = end;
            let town = || self.segments[*segment].segment.columns.towns[*doc as usize];
            if let Some(distance) = near.and_then(|near| near.distance_of(town())) {
                write_distance(&mut cards, distance);
            }
        }
        cards
    }

    pub(crate) fn suggest(&self, words: &[KeywordWord], limit: usize) -> Vec<PlaceCount> {
        self.places.suggest(words, limit)
    }

    /// The number of listings.
    pub(crate) fn len(&self) -> usize {
        self.segments.iter().map(LiveSegment::len).sum()
    }

    /// Memory of the segments.
    pub(crate) fn memory_bytes(&self) -> SegmentBytes {
        let bytes = self.segments.iter().map(|live| live.segment.memory_bytes());
        bytes.fold(SegmentBytes::default(), |sum, bytes| SegmentBytes {
            columns: sum.columns + bytes.columns,
            terms: sum.terms + bytes.terms,
            cards: sum.cards + bytes.cards,
        })
    }
}

const BY_BASIC_RENT: Sort<SearchSortField> =
    Sort { by: SearchSortField::BasicRent, direction: SortDirection::Ascending };

/// A search in one segment.
struct SegmentSearch<'a> {
    live: &'a LiveSegment,
    /// `None` if some word matches no term.
    words: Option<Vec<WordMatch<'a>>>,
    conditions: Conditions<'a>,
    matches: Matches<'a>,
}

/// What a query asks for besides words and ranges.
#[derive(Clone, Copy)]
struct Conditions<'a> {
    /// Ids of the place that the query names, if it names one.
    places: Option<&'a [u32]>,
    near: Option<&'a NearTowns>,
    /// See [`amenity_bits`].
    amenities: u32,
    stay: Option<StayWindow>,
}

impl<'a> SegmentSearch<'a> {
    fn new(live: &'a LiveSegment, query: &'a SearchQuery, conditions: Conditions<'a>) -> Self {
        let words = match_words(&live.segment, &query.words);
        let matches = match (&words, filter(query.price, query.area, &query.unit_types)) {
            (Some(words), Some(filter)) => match unfiltered_docs(live, words, conditions) {
                Some(docs) => Matches::of_docs(live, docs, filter),
                None => Matches::of_filter(live, filter),
            },
            _ => Matches::none(live),
        };
        Self { live, words, conditions, matches }
    }

    fn add_facets(&self, facets: &mut Facets, query: &SearchQuery) {
        // An empty range still leaves the facet of its own field, which ignores it.
        let filter = Filter {
            price: price_range(query.price).unwrap_or(Filter::EMPTY_RANGE),
            area: area_range(query.area).unwrap_or(Filter::EMPTY_RANGE),
            unit_types: unit_type_bits(&query.unit_types),
        };
        match self.words.as_deref().map(|words| unfiltered_docs(self.live, words, self.conditions)) {
            Some(None) => facets::count_all(facets, self.live, filter),
            Some(Some(docs)) => {
                let matches = Matches::of_docs(self.live, docs, Filter::ALL);
                facets::count_matches(facets, self.live, &matches, filter);
            }
            None => {}
        }
        if let Some(amenities) = &mut facets.amenities {
            facets::count_amenities(amenities, self.live, &self.matches);
        }
    }

    /// Up to `length` results from `start` on.
    fn page(self, query: &SearchQuery, start: usize, length: usize) -> Vec<u32> {
        if matches!(query.sort.by, SearchSortField::Relevance | SearchSortField::Distance) {
            return self.ranked_page(query, start, length).into_iter().map(|(_, doc)| doc).collect();
        }
        self.matches.page(query.sort, start, length)
    }

    /// Like [`page`](Self::page), with ranks that compare to those of other segments.
    fn ranked_page(self, query: &SearchQuery, start: usize, length: usize) -> Vec<(Rank, u32)> {
        let columns = &self.live.segment.columns;
        let sort = query.sort;
        match (sort.by, self.conditions.near) {
            (SearchSortField::Relevance, _) => {
                let words = self.words.as_deref().unwrap_or_default();
                let page = self.matches.page_by_relevance(words, sort, start, length);
                let ranked = |(score, doc)| (Rank::by_score(columns, sort.direction, score, doc), doc);
                page.into_iter().map(ranked).collect()
            }
            (SearchSortField::Distance, Some(near)) => {
                let page = self.matches.page_by_distance(near, sort, start, length);
                let ranked = |(distance, doc)| (Rank::by_distance(columns, sort.direction, distance, doc), doc);
                page.into_iter().map(ranked).collect()
            }
            _ => {
                let page = self.matches.page(sort, start, length);
                page.into_iter().map(|doc| (Rank::by_sort_key(columns, sort, doc), doc)).collect()
            }
        }
    }
}

/// The documents that match all words and conditions; `None` if the query has neither.
fn unfiltered_docs<'a>(
    live: &'a LiveSegment,
    words: &[WordMatch<'a>],
    conditions: Conditions<'_>,
) -> Option<DocSet<'a>> {
    let segment = &live.segment;
    let sets = [
        conditions.places.map(|places| segment.places.find(places)),
        conditions.near.map(|near| segment.towns.find(&near.towns)),
        segment.amenities.find(conditions.amenities),
        conditions.stay.map(|stay| segment.columns.stays.find(stay)),
        match_all(words),
    ];
    sets.into_iter().flatten().reduce(DocSet::intersect)
}

/// The results of one page: index of the segment and doc id.
fn page(searches: Vec<SegmentSearch<'_>>, query: &SearchQuery) -> Vec<(usize, u32)> {
    let offset = usize::try_from(query.page.offset()).unwrap_or(usize::MAX);
    let length = query.page.size as usize;
    let total: usize = searches.iter().map(|search| search.matches.count).sum();
    if offset >= total {
        return Vec::new();
    }
    let end = (offset + length).min(total);
    let largest = searches.iter().map(|search| search.matches.count).enumerate().max_by_key(|(_, count)| *count);
    let Some((largest, count)) = largest else { return Vec::new() };
    // At least this many results of the largest segment precede the page, even if those of all
    // other segments do, too.
    let skipped = offset.saturating_sub(total - count);
    if count == total {
        // A single segment has all results, so no ranks are needed.
        let only = searches.into_iter().nth(largest);
        let page = only.map(|only| only.page(query, offset, end - offset)).unwrap_or_default();
        return page.into_iter().map(|doc| (largest, doc)).collect();
    }
    let mut ranked = Vec::new();
    for (segment, search) in searches.into_iter().enumerate() {
        let (start, length) = match (segment == largest, skipped) {
            (true, _) => (skipped, end - skipped),
            // Of the other segments, any result may be on the page.
            (false, 0) => (0, end),
            (false, _) => (0, search.matches.count),
        };
        let results = search.ranked_page(query, start, length);
        ranked.extend(results.into_iter().map(|(rank, doc)| (rank, segment, doc)));
    }
    ranked.sort_unstable();
    let page = ranked.into_iter().skip(offset - skipped).take(end - offset);
    page.map(|(_, segment, doc)| (segment, doc)).collect()
}

/// The filter of a query; `None` if it accepts nothing.
pub(crate) fn filter(price: Bounds<Cents>, area: Bounds<Area>, unit_types: &[UnitType]) -> Option<Filter> {
    let filter = Filter { price: price_range(price)?, area: area_range(area)?, unit_types: unit_type_bits(unit_types) };
    (!filter.accepts_none()).then_some(filter)
}

fn unit_type_bits(unit_types: &[UnitType]) -> u8 {
    match unit_types {
        [] => Filter::ALL_TYPES,
        some => some.iter().fold(0, |bits, unit_type| bits | 1 << type_index(*unit_type)),
    }
}

/// In cents; `None` if the range is empty.
pub(crate) fn price_range(bounds: Bounds<Cents>) -> Option<(u32, u32)> {
    range(bounds.min.map(Cents::get), bounds.max.map(Cents::get))
}

/// In tenths of a square metre; `None` if the range is empty.
pub(crate) fn area_range(bounds: Bounds<Area>) -> Option<(u32, u32)> {
    range(bounds.min.map(|area| area.tenths().into()), bounds.max.map(|area| area.tenths().into()))
}

fn range(min: Option<i64>, max: Option<i64>) -> Option<(u32, u32)> {
    let min = u32::try_from(min.unwrap_or(0).max(0)).ok()?;
    let max = u32::try_from(max.unwrap_or(i64::MAX).clamp(-1, u32::MAX.into())).ok()?;
    (min <= max).then_some((min, max))
}
