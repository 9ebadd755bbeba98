//! The expected results, by a plain loop.

use std::collections::BTreeMap;

use portal_domain::ids::ListingId;
use portal_domain::listing::{Amenity, Listing, UnitType};
use portal_domain::place::PlaceKey;
use portal_domain::search_words::{KeywordWord, Weight};

use super::{IndexedListing, SearchOracle};
use crate::paging::SortDirection;
use crate::ports::{AREA_RANGES, Facets, MatchQuality, PRICE_RANGES, Place, PlaceCount, SearchQuery, SearchSortField};

impl SearchOracle {
    /// The ids of all matches, in order.
    pub fn expected_ids(&self, query: &SearchQuery) -> Vec<ListingId> {
        let mut matches: Vec<&IndexedListing> = self.matching(query).collect();
        let descending = query.sort.direction == SortDirection::Descending;
        if matches!(query.sort.by, SearchSortField::Relevance | SearchSortField::Distance) {
            matches.sort_by_key(|known| (known.listing.facts.basic_rent, known.listing.id));
            matches.sort_by_key(|known| {
                let rank = known.rank(query);
                if descending { -rank } else { rank }
            });
        } else {
            matches.sort_by_key(|known| known.listing.id);
            matches.sort_by(|one, other| {
                let order = key(&one.listing, query.sort.by).cmp(&key(&other.listing, query.sort.by));
                if descending { order.reverse() } else { order }
            });
        }
        matches.iter().map(|known| known.listing.id).collect()
    }

    /// The distance on the card of a result.
    pub fn expected_distance(&self, query: &SearchQuery, id: ListingId) -> Option<u16> {
        query.near?.distance_of(&self.listings.get(&id)?.listing.facts.address)
    }

    pub fn expected_facets(&self, query: &SearchQuery) -> Facets {
        let count = |query: SearchQuery| self.matching(&query).count() as u64;
        let of_type = |number: usize| SearchQuery { unit_types: vec![UnitType::ALL[number]], ..query.clone() };
        let and_amenity = |number: usize| SearchQuery {
            amenities: [query.amenities.as_slice(), &[Amenity::ALL[number]]].concat(),
            ..query.clone()
        };
        Facets {
            unit_types: std::array::from_fn(|number| count(of_type(number))),
            prices: PRICE_RANGES.map(|price| count(SearchQuery { price, ..query.clone() })),
            areas: AREA_RANGES.map(|area| count(SearchQuery { area, ..query.clone() })),
            amenities: query.amenity_facets.then(|| std::array::from_fn(|number| count(and_amenity(number)))),
        }
    }

    /// Every place with searchable listings, in every spelling, and their number.
    pub fn expected_places(&self) -> Vec<PlaceCount> {
        let mut places = BTreeMap::new();
        for known in self.listings.values().filter(|known| known.is_searchable()) {
            let address = &known.listing.facts.address;
            let whole = Place { city: address.city.clone(), district: None };
            let district = address.district.clone().map(|name| Place { district: Some(name), ..whole.clone() });
            for place in std::iter::once(whole).chain(district) {
                *places.entry(place).or_insert(0) += 1;
            }
        }
        places.into_iter().map(|(place, listings)| PlaceCount { place, listings }).collect()
    }

    fn matching(&self, query: &SearchQuery) -> impl Iterator<Item = &IndexedListing> {
        self.listings.values().filter(|known| known.matches(query))
    }
}

impl IndexedListing {
    /// The lowest is the first in ascending order.
    fn rank(&self, query: &SearchQuery) -> i32 {
        let distance = query.near.and_then(|near| near.distance_of(&self.listing.facts.address));
        match query.sort.by {
            SearchSortField::Distance => distance.unwrap_or(0).into(),
            _ => -relevance(&query.words, &self.words),
        }
    }

    fn matches(&self, query: &SearchQuery) -> bool {
        let facts = &self.listing.facts;
        let address = &facts.address;
        let lies_in = |place: &PlaceKey| place.contains(&address.city, address.district.as_deref());
        self.is_searchable()
            && query.place.as_ref().is_none_or(lies_in)
            && query.near.is_none_or(|near| near.distance_of(address).is_some())
            && query.price.contains(facts.total_rent())
            && query.area.contains(facts.area)
            && (query.unit_types.is_empty() || query.unit_types.contains(&facts.unit_type))
            && query.amenities.iter().all(|amenity| facts.amenities.contains(amenity))
            && query.stay.is_none_or(|stay| stay.is_allowed_by(&facts.availability))
            && query.words.iter().all(|word| best(word, &self.words).is_some())
    }
}

fn key(listing: &Listing, by: SearchSortField) -> i64 {
    let facts = &listing.facts;
    match by {
        // Relevance and distance are not properties of the listing alone.
        SearchSortField::BasicRent | SearchSortField::Relevance | SearchSortField::Distance => facts.basic_rent.get(),
        SearchSortField::TotalRent => facts.total_rent().get(),
        SearchSortField::Area => facts.area.tenths().into(),
        SearchSortField::DateCreated => listing.date_created.timestamp_micros(),
        SearchSortField::LastModified => listing.last_modified.timestamp_micros(),
    }
}

fn relevance(words: &[KeywordWord], stored: &[(String, Weight)]) -> i32 {
    words.iter().filter_map(|word| best(word, stored)).map(|how| how as i32).sum()
}

fn best(word: &KeywordWord, stored: &[(String, Weight)]) -> Option<MatchQuality> {
    // Counted once, because the tests are not optimised and compare every word with all of every listing.
    let (length, max_edits) = (word.surface.chars().count(), word.max_edits());
    stored.iter().filter_map(|(stored, weight)| how(word, length, max_edits, stored, *weight)).max()
}

fn how(word: &KeywordWord, length: usize, max_edits: usize, stored: &str, weight: Weight) -> Option<MatchQuality> {
    if word.is_exact_match(stored) {
        return Some(if weight == Weight::Headline { MatchQuality::Headline } else { MatchQuality::Text });
    }
    let alike = if weight == Weight::Headline { MatchQuality::FuzzyHeadline } else { MatchQuality::FuzzyText };
    // The edit distance is at least the difference in length.
    let near = || length.abs_diff(stored.chars().count()) <= max_edits && distance(&word.surface, stored) <= max_edits;
    (max_edits > 0 && near()).then_some(alike)
}

/// The Levenshtein distance, as in the textbook.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row[other.len()]
}
