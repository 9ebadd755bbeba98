//! The index as of one moment: some segments, and what has to be left out of each.

use std::sync::Arc;

use portal_domain::area::Area;
use portal_domain::money::Cents;
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{Facets, PlaceCount};
use portal_services::ports::{Bounds, Cards, SearchQuery, SearchResults, SearchSortField};

use crate::columns::{Filter, type_number};
use crate::faceting;
use crate::keyword::{Found, WordMatch, all_of, word_matches};
use crate::matches::Matches;
use crate::orders::Rank;
use crate::places::Places;
use crate::segment::Live;

/// What searches read. It never changes; a newer one takes its place.
#[derive(Debug, Clone, Default)]
pub(crate) struct Index {
    /// The largest first.
    pub segments: Vec<Live>,
    pub places: Arc<Places>,
}

/// A card takes about so many bytes.
const CARD: usize = 1_600;
/// And what an answer has around its cards.
const AROUND: usize = 128;
/// A card takes so many while it is packed.
const PACKED_CARD: usize = 450;

impl Index {
    pub fn search(&self, query: &SearchQuery) -> SearchResults {
        // Without words nothing is relevant to them, and the order is that of equal ones.
        let mut query = std::borrow::Cow::Borrowed(query);
        if query.words.is_empty() && query.sort.by == SearchSortField::Relevance {
            query.to_mut().sort = BY_NUMBER;
        }
        let places = query.place.as_ref().map(|place| self.places.members(place));
        let searched: Vec<Searched<'_>> =
            self.segments.iter().map(|live| Searched::new(live, &query, places)).collect();
        let total = searched.iter().map(|searched| searched.matches.count).sum::<usize>() as u64;
        let facets = query.facets.then(|| {
            let mut facets = faceting::NOTHING;
            for searched in &searched {
                searched.add_facets(&mut facets, &query);
            }
            facets
        });
        SearchResults { cards: Cards::Ready(self.cards(&page(searched, &query))), total, facets }
    }

    fn cards(&self, page: &[(usize, u32)]) -> Vec<u8> {
        // Cards lie anywhere in memory. Copied one after the other, without a look at what they say, they are fetched
        // together instead of each after the other.
        let on_shelf = |segment: usize| &self.segments[segment].segment.cards;
        let mut packed = Vec::with_capacity(page.len() * PACKED_CARD);
        let ends: Vec<usize> = page
            .iter()
            .map(|(segment, doc)| {
                packed.extend_from_slice(on_shelf(*segment).get(*doc));
                packed.len()
            })
            .collect();
        let mut cards = Vec::with_capacity(page.len() * CARD + AROUND);
        let mut start = 0;
        for ((segment, _), end) in page.iter().zip(ends) {
            if start > 0 {
                cards.push(b',');
            }
            on_shelf(*segment).phrases.unpack(&packed[start..end], &mut cards);
            start = end;
        }
        cards
    }

    pub fn suggest(&self, words: &[KeywordWord], limit: usize) -> Vec<PlaceCount> {
        self.places.suggest(words, limit)
    }

    /// Listings that can be found.
    pub fn len(&self) -> usize {
        self.segments.iter().map(Live::len).sum()
    }
}

const BY_NUMBER: portal_services::paging::Sort<SearchSortField> = portal_services::paging::Sort {
    by: SearchSortField::BasicRent,
    direction: portal_services::paging::SortDirection::Ascending,
};

/// A segment with what a search finds in it.
struct Searched<'a> {
    live: &'a Live,
    /// `None`: some word can mean nothing here.
    words: Option<Vec<WordMatch<'a>>>,
    /// The numbers of the place that is searched for, if one is.
    places: Option<&'a [u32]>,
    matches: Matches<'a>,
}

impl<'a> Searched<'a> {
    fn new(live: &'a Live, query: &'a SearchQuery, places: Option<&'a [u32]>) -> Self {
        let words = word_matches(&live.segment, &query.words);
        let matches = match (&words, filter(query)) {
            (Some(words), Some(filter)) => match found(live, words, places) {
                Some(found) => Matches::of_keyword(live, found, filter),
                None => Matches::of_filter(live, filter),
            },
            _ => Matches::none(live),
        };
        Self { live, words, places, matches }
    }

    fn add_facets(&self, facets: &mut Facets, query: &SearchQuery) {
        // A range that nothing lies in does not count for its own facet.
        let filter = Filter {
            price: price_range(query.price).unwrap_or(Filter::NO_NUMBER),
            area: area_range(query.area).unwrap_or(Filter::NO_NUMBER),
            unit_types: unit_types(query),
        };
        match self.words.as_deref().map(|words| found(self.live, words, self.places)) {
            Some(None) => faceting::add_filtered(facets, self.live, filter),
            Some(Some(found)) => {
                let found = Matches::of_keyword(self.live, found, Filter::EVERYTHING);
                faceting::add_found(facets, self.live, &found, filter);
            }
            None => {}
        }
    }

    /// So many results from `start` on.
    fn documents(self, query: &SearchQuery, start: usize, length: usize) -> Vec<u32> {
        if query.sort.by == SearchSortField::Relevance {
            return self.ranked(query, start, length).into_iter().map(|(_, doc)| doc).collect();
        }
        self.matches.page(query.sort, start, length)
    }

    /// The same, with their places among those of other segments.
    fn ranked(self, query: &SearchQuery, start: usize, length: usize) -> Vec<(Rank, u32)> {
        let columns = &self.live.segment.columns;
        if query.sort.by == SearchSortField::Relevance {
            let page =
                self.matches.page_by_relevance(self.words.as_deref().unwrap_or_default(), query.sort, start, length);
            let ranked = |(score, doc)| (Rank::by_score(columns, query.sort.direction, score, doc), doc);
            return page.into_iter().map(ranked).collect();
        }
        let page = self.matches.page(query.sort, start, length);
        page.into_iter().map(|doc| (Rank::by_figure(columns, query.sort, doc), doc)).collect()
    }
}

/// The documents of a segment that have all of the words and lie at one of the places; `None` where neither is asked for.
fn found<'a>(live: &'a Live, words: &[WordMatch<'a>], places: Option<&[u32]>) -> Option<Found<'a>> {
    let there = places.map(|places| live.segment.places.found(places));
    match (there, all_of(words)) {
        (Some(there), Some(found)) => Some(there.and(found)),
        (there, found) => there.or(found),
    }
}

/// The results of one page: which segment, and which document of it.
fn page(searched: Vec<Searched<'_>>, query: &SearchQuery) -> Vec<(usize, u32)> {
    let offset = usize::try_from(query.page.offset()).unwrap_or(usize::MAX);
    let length = query.page.size as usize;
    let total: usize = searched.iter().map(|searched| searched.matches.count).sum();
    if offset >= total {
        return Vec::new();
    }
    let end = (offset + length).min(total);
    let largest = searched.iter().map(|searched| searched.matches.count).enumerate().max_by_key(|(_, count)| *count);
    let Some((largest, count)) = largest else { return Vec::new() };
    // Even if all results of the other segments came first, so many of the largest one's stand before the page.
    let before = offset.saturating_sub(total - count);
    if count == total {
        // One segment has all results, in order already: no ranks are needed.
        let only = searched.into_iter().nth(largest);
        let page = only.map(|only| only.documents(query, offset, end - offset)).unwrap_or_default();
        return page.into_iter().map(|doc| (largest, doc)).collect();
    }
    let mut ranked = Vec::new();
    for (segment, searched) in searched.into_iter().enumerate() {
        let (start, length) = match (segment == largest, before) {
            (true, _) => (before, end - before),
            // None of the others can be told to stand before the page either.
            (false, 0) => (0, end),
            (false, _) => (0, searched.matches.count),
        };
        let results = searched.ranked(query, start, length);
        ranked.extend(results.into_iter().map(|(rank, doc)| (rank, segment, doc)));
    }
    ranked.sort_unstable();
    let page = ranked.into_iter().skip(offset - before).take(end - offset);
    page.map(|(_, segment, doc)| (segment, doc)).collect()
}

/// What the query accepts, if there is anything that it can accept.
fn filter(query: &SearchQuery) -> Option<Filter> {
    let filter =
        Filter { price: price_range(query.price)?, area: area_range(query.area)?, unit_types: unit_types(query) };
    (!filter.accepts_none()).then_some(filter)
}

fn unit_types(query: &SearchQuery) -> u8 {
    match query.unit_types.as_slice() {
        [] => Filter::ANY_TYPE,
        some => some.iter().fold(0, |bits, unit_type| bits | 1 << type_number(*unit_type)),
    }
}

/// In cents; `None` where nothing can lie between the bounds.
pub(crate) fn price_range(bounds: Bounds<Cents>) -> Option<(u32, u32)> {
    range(bounds.min.map(Cents::get), bounds.max.map(Cents::get))
}

/// In tenths of a square metre; `None` where nothing can lie between the bounds.
pub(crate) fn area_range(bounds: Bounds<Area>) -> Option<(u32, u32)> {
    range(bounds.min.map(|area| area.tenths().into()), bounds.max.map(|area| area.tenths().into()))
}

fn range(min: Option<i64>, max: Option<i64>) -> Option<(u32, u32)> {
    let min = u32::try_from(min.unwrap_or(0).max(0)).ok()?;
    let max = u32::try_from(max.unwrap_or(i64::MAX).clamp(-1, u32::MAX.into())).ok()?;
    (min <= max).then_some((min, max))
}
