//! A random town, and what a plain loop over the domain's words finds in it.

use std::collections::BTreeMap;

use chrono::TimeDelta;
use portal_domain::area::Area;
use portal_domain::listing::{Amenity, Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::search_words::{self, KeywordWord, Weight};
use portal_domain::user::{User, UserStatus};
use portal_services::listings::{AREA_RANGES, Facets, PRICE_RANGES, Place, PlaceCount};
use portal_services::paging::{Sort, SortDirection};
use portal_services::ports::{Bounds, Match, SearchQuery, SearchSortField};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::world::{BOTH, World, landlord, listing, now, page};

const LISTINGS: u32 = 400;

const WORDS: [&str; 40] = [
    "München",
    "Munchen",
    "Köln",
    "Görlitz",
    "Straße",
    "Strasse",
    "ruhig",
    "ruhige",
    "ruhiges",
    "Zimmer",
    "Zimmern",
    "Wohnung",
    "Wohnungen",
    "Universität",
    "Uni",
    "Bahnhof",
    "Bahnhofstraße",
    "Garten",
    "Gärten",
    "Park",
    "Parks",
    "Parkett",
    "hell",
    "heller",
    "helle",
    "students",
    "student",
    "Studentin",
    "the",
    "und",
    "80331",
    "80333",
    "3",
    "35",
    "WG",
    "Küche",
    "kuchen",
    "möbliert",
    "unmöbliert",
    "Isar",
];

pub struct Town {
    rng: StdRng,
    /// With the words that each is found under.
    listings: Vec<(Listing, Vec<(String, Weight)>)>,
    active: [User; 2],
}

impl Town {
    pub async fn new(seed: u64) -> (World, Self) {
        let world = World::new().await;
        let silent = User { status: UserStatus::Inactive, ..landlord(3) };
        let landlords = [landlord(1), landlord(2), silent];
        for landlord in &landlords {
            world.add_user(landlord).await;
        }
        let rng = StdRng::seed_from_u64(seed);
        let mut town = Self { rng, listings: Vec::new(), active: [landlord(1), landlord(2)] };
        for n in 0..LISTINGS {
            town.add_listing(n, &landlords);
        }
        let listings: Vec<_> = town.listings.iter().map(|(listing, _)| listing.clone()).collect();
        world.add_listings(&listings).await;
        (world, town)
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.rng.random_range(0..from.len())]
    }

    fn text(&mut self, words: usize) -> String {
        (0..words).map(|_| *self.pick(&WORDS)).collect::<Vec<_>>().join(" ")
    }

    fn maybe<T>(&mut self, chance: f64, make: impl FnOnce(&mut Self) -> T) -> Option<T> {
        self.rng.random_bool(chance).then(|| make(self))
    }

    fn add_listing(&mut self, n: u32, landlords: &[User]) {
        let owner = self.pick(landlords).clone();
        let status = if self.rng.random_bool(0.7) { ListingStatus::Available } else { *self.pick(ListingStatus::ALL) };
        let mut listing = listing(1_000 + u128::from(n), &owner, status);
        listing.images.clear();
        listing.date_created = now() + TimeDelta::seconds(self.rng.random_range(0..20));
        listing.last_modified = now() + TimeDelta::seconds(self.rng.random_range(0..20));
        let text = [3, 4, 1, 1].map(|words| self.text(words));
        let details = &mut listing.details;
        [details.title, details.description, details.address.city, details.address.street] = text;
        details.address.district = self.maybe(0.7, |town| town.text(1));
        details.unit_type = *self.pick(UnitType::ALL);
        // Few different values, so that many keys are equal.
        details.basic_rent = Cents::new(self.rng.random_range(3..9) * 10_000);
        details.ancillary_cost = Cents::new(self.rng.random_range(0..4) * 5_000);
        details.area = Area::from_tenths(self.rng.random_range(8..30) * 10);
        details.total_area = details.area;
        details.amenities = self.maybe(0.5, |town| *town.pick(Amenity::ALL)).into_iter().collect();
        let words = search_words::of_listing(&listing.details);
        self.listings.push((listing, words));
    }

    pub fn query(&mut self) -> SearchQuery {
        let rent = |town: &mut Self| Cents::new(town.rng.random_range(3..12) * 10_000 + 1_500);
        let area = |town: &mut Self| Area::from_tenths(town.rng.random_range(8..30) * 10);
        let fields = [
            SearchSortField::BasicRent,
            SearchSortField::TotalRent,
            SearchSortField::Area,
            SearchSortField::DateCreated,
            SearchSortField::LastModified,
            SearchSortField::Relevance,
            SearchSortField::Relevance,
        ];
        SearchQuery {
            words: search_words::of_keyword(&self.keyword()),
            price: Bounds { min: self.maybe(0.3, rent), max: self.maybe(0.3, rent) },
            area: Bounds { min: self.maybe(0.3, area), max: self.maybe(0.3, area) },
            unit_types: self.maybe(0.3, |town| vec![*town.pick(UnitType::ALL), UnitType::Room]).unwrap_or_default(),
            sort: Sort { by: *self.pick(&fields), direction: *self.pick(&BOTH) },
            page: page(self.rng.random_range(0..4), self.rng.random_range(1..30)),
            facets: self.rng.random_bool(0.3),
        }
    }

    /// Up to two words, each perhaps cut or mistyped.
    pub fn keyword(&mut self) -> String {
        let count = self.rng.random_range(0..3);
        let words: Vec<String> = (0..count).map(|_| self.typed()).collect();
        words.join(" ")
    }

    fn typed(&mut self) -> String {
        let mut letters: Vec<char> = self.pick(&WORDS).chars().collect();
        for _ in 0..self.rng.random_range(0..3) {
            let at = self.rng.random_range(0..letters.len());
            match self.rng.random_range(0..4) {
                0 => letters[at] = 'x',
                1 => letters.insert(at, 'e'),
                2 if letters.len() > 1 => drop(letters.remove(at)),
                _ => letters.truncate(at.max(1)),
            }
        }
        letters.into_iter().collect()
    }

    /// All matches, in order.
    pub fn expected(&self, query: &SearchQuery) -> Vec<u128> {
        let mut matches: Vec<_> = self.matching(query).collect();
        matches.sort_by_key(|(listing, _)| (listing.details.basic_rent, listing.id));
        if query.sort.by == SearchSortField::Relevance {
            matches.sort_by_key(|(_, stored)| match query.sort.direction {
                SortDirection::Ascending => -relevance(&query.words, stored),
                SortDirection::Descending => relevance(&query.words, stored),
            });
        } else {
            matches.sort_by_key(|(listing, _)| listing.id);
            matches.sort_by(|(one, _), (other, _)| {
                let order = key(one, query.sort.by).cmp(&key(other, query.sort.by));
                if query.sort.direction == SortDirection::Descending { order.reverse() } else { order }
            });
        }
        matches.iter().map(|(listing, _)| listing.id.0.as_u128()).collect()
    }

    pub fn expected_facets(&self, query: &SearchQuery) -> Facets {
        let count = |query: SearchQuery| self.matching(&query).count() as u64;
        Facets {
            unit_types: std::array::from_fn(|n| SearchQuery { unit_types: vec![UnitType::ALL[n]], ..query.clone() })
                .map(count),
            prices: PRICE_RANGES.map(|price| count(SearchQuery { price, ..query.clone() })),
            areas: AREA_RANGES.map(|area| count(SearchQuery { area, ..query.clone() })),
        }
    }

    /// Every place where something can be found, and how much.
    pub fn places(&self) -> Vec<PlaceCount> {
        let mut places = BTreeMap::new();
        for (listing, _) in self.listings.iter().filter(|(listing, _)| self.is_searchable(listing)) {
            let address = &listing.details.address;
            let whole = Place { city: address.city.clone(), district: None };
            let district = address.district.clone().map(|name| Place { district: Some(name), ..whole.clone() });
            for place in std::iter::once(whole).chain(district) {
                *places.entry(place).or_insert(0) += 1;
            }
        }
        places.into_iter().map(|(place, listings)| PlaceCount { place, listings }).collect()
    }

    fn matching(&self, query: &SearchQuery) -> impl Iterator<Item = &(Listing, Vec<(String, Weight)>)> {
        self.listings.iter().filter(|(listing, words)| self.matches(listing, words, query))
    }

    fn is_searchable(&self, listing: &Listing) -> bool {
        listing.status == ListingStatus::Available && self.active.iter().any(|owner| owner.id == listing.landlord_id)
    }

    fn matches(&self, listing: &Listing, stored: &[(String, Weight)], query: &SearchQuery) -> bool {
        let details = &listing.details;
        self.is_searchable(listing)
            && query.price.contains(details.total_rent())
            && query.area.contains(details.area)
            && (query.unit_types.is_empty() || query.unit_types.contains(&details.unit_type))
            && query.words.iter().all(|word| best(word, stored).is_some())
    }
}

fn key(listing: &Listing, by: SearchSortField) -> i64 {
    let details = &listing.details;
    match by {
        SearchSortField::BasicRent => details.basic_rent.get(),
        SearchSortField::TotalRent => details.total_rent().get(),
        SearchSortField::Area => details.area.tenths().into(),
        SearchSortField::DateCreated => listing.date_created.timestamp(),
        SearchSortField::LastModified => listing.last_modified.timestamp(),
        SearchSortField::Relevance => panic!("depends on the words"),
    }
}

fn relevance(words: &[KeywordWord], stored: &[(String, Weight)]) -> i32 {
    words.iter().filter_map(|word| best(word, stored)).map(|how| how as i32).sum()
}

fn best(word: &KeywordWord, stored: &[(String, Weight)]) -> Option<Match> {
    stored.iter().filter_map(|(stored, weight)| how(word, stored, *weight)).max()
}

fn how(word: &KeywordWord, stored: &str, weight: Weight) -> Option<Match> {
    if word.is_or_begins(stored) {
        return Some(if weight == Weight::Headline { Match::Headline } else { Match::Text });
    }
    let alike = if weight == Weight::Headline { Match::HeadlineAlike } else { Match::TextAlike };
    (word.max_edits() > 0 && distance(&word.surface, stored) <= word.max_edits()).then_some(alike)
}

/// Levenshtein's, as in the textbook.
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
