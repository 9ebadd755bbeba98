//! A search oracle: random listings that change, random searches, and the results of a plain loop.
//! It defines the meaning of the search port and is compared with every adapter.

mod expected;
mod seeded_rng;
mod stays;
mod surroundings;

use std::collections::BTreeMap;

use chrono::TimeDelta;
use portal_domain::area::Area;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::listing::{Amenity, Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
use portal_domain::search_words::{self, Weight};
use seeded_rng::SeededRng;
use uuid::Uuid;

use super::{MockPorts, samples};
use crate::paging::{PageRequest, Sort, SortDirection};
use crate::ports::{Bounds, SearchChanges, SearchDocument, SearchQuery, SearchSortField};

const WORDS: [&str; 47] = [
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
    "שלום",
    "Ångström",
    "ﬁn",
    "日本",
    "Munich",
    "Cologne",
    "KÖLN",
];

/// Relevance three times, because it is the most complex.
const SORT_FIELDS: [SearchSortField; 9] = [
    SearchSortField::BasicRent,
    SearchSortField::TotalRent,
    SearchSortField::Area,
    SearchSortField::DateCreated,
    SearchSortField::LastModified,
    SearchSortField::Relevance,
    SearchSortField::Relevance,
    SearchSortField::Relevance,
    SearchSortField::Distance,
];

pub struct SearchOracle {
    rng: SeededRng,
    landlords: Vec<Landlord>,
    next: u128,
    listings: BTreeMap<ListingId, IndexedListing>,
}

#[derive(Clone, Copy)]
struct Landlord {
    id: UserId,
    /// The listings of inactive landlords are not searchable.
    active: bool,
}

struct IndexedListing {
    listing: Listing,
    landlord: Landlord,
    /// The terms that it is indexed by.
    words: Vec<(String, Weight)>,
}

/// A change of a listing.
#[derive(Debug, Clone)]
pub enum ListingChange {
    Added(Listing),
    Changed(Listing),
    Deleted(ListingId),
}

impl SearchOracle {
    /// An oracle without listings. The same seed gives the same listings. All landlords are active.
    pub fn new(seed: u64, landlords: Vec<UserId>) -> Self {
        let landlords = landlords.into_iter().map(|id| Landlord { id, active: true }).collect();
        Self { rng: SeededRng::new(seed), landlords, next: 1_000, listings: BTreeMap::new() }
    }

    /// Adds an inactive landlord, who gets as many listings as any other.
    #[must_use]
    pub fn with_inactive_landlord(mut self, landlord: UserId) -> Self {
        self.landlords.push(Landlord { id: landlord, active: false });
        self
    }

    pub fn add(&mut self) -> Listing {
        self.next += 1;
        // The order of ids differs from the order of creation.
        let id = ListingId(Uuid::from_u128(self.next.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (1 << 100)));
        self.write(Listing { id, ..samples::listing(ListingStatus::Available) })
    }

    /// Adds, deletes or changes a listing.
    pub fn change(&mut self) -> ListingChange {
        let known: Vec<ListingId> = self.listings.keys().copied().collect();
        if known.is_empty() || self.rng.chance(20) {
            return ListingChange::Added(self.add());
        }
        let id = *self.rng.pick(&known);
        if self.rng.chance(15) {
            self.listings.remove(&id);
            return ListingChange::Deleted(id);
        }
        let Some(known) = self.listings.get(&id) else { return ListingChange::Deleted(id) };
        let listing = known.listing.clone();
        ListingChange::Changed(self.write(listing))
    }

    /// Sets random texts and figures, and perhaps another landlord.
    fn write(&mut self, mut listing: Listing) -> Listing {
        let rng = &mut self.rng;
        let landlord = *rng.pick(&self.landlords);
        listing.landlord_id = landlord.id;
        listing.status = if rng.chance(80) { ListingStatus::Available } else { *rng.pick(ListingStatus::ALL) };
        listing.images.clear();
        // Few different values, so that many sort keys are equal.
        listing.date_created = MockPorts::now() + TimeDelta::seconds(rng.number(0, 20));
        listing.last_modified = MockPorts::now() + TimeDelta::seconds(rng.number(0, 20));
        let mut text = |words: usize| (0..words).map(|_| *rng.pick(&WORDS)).collect::<Vec<_>>().join(" ");
        let facts = &mut listing.facts;
        (facts.title, listing.texts.description) = (text(3), text(4));
        (facts.address.city, facts.address.street) = (text(1), text(1));
        let district = text(1);
        facts.address.district = rng.chance(70).then_some(district);
        let (postal_code, city) = surroundings::address(rng);
        postal_code.clone_into(&mut facts.address.postal_code);
        if let Some(city) = city {
            city.clone_into(&mut facts.address.city);
        }
        facts.unit_type = *rng.pick(UnitType::ALL);
        facts.basic_rent = Cents::new(rng.number(3, 9) * 10_000);
        facts.ancillary_cost = Cents::new(rng.number(0, 4) * 5_000);
        let tenths = i32::try_from(rng.number(8, 30) * 10).unwrap_or(100);
        facts.area = Area::from_tenths(tenths);
        facts.total_area = facts.area;
        facts.amenities = Amenity::ALL.iter().copied().filter(|_| rng.chance(25)).collect();
        facts.availability = stays::availability(rng);
        let words = search_words::of_listing(&listing.facts, &listing.texts);
        self.listings.insert(listing.id, IndexedListing { listing: listing.clone(), landlord, words });
        listing
    }

    /// A random query with any of the port's options.
    pub fn query(&mut self) -> SearchQuery {
        let words = search_words::of_keyword(&self.keyword());
        let place = self.place();
        let rng = &mut self.rng;
        let mut maybe = |min: i64, max: i64, factor: i64| {
            let value = rng.number(min, max) * factor;
            rng.chance(30).then_some(value)
        };
        let price =
            [maybe(3, 12, 10_000), maybe(3, 12, 10_000)].map(|bound| bound.map(|cents| Cents::new(cents + 1_500)));
        let area = [maybe(8, 30, 10), maybe(8, 30, 10)]
            .map(|bound| bound.and_then(|tenths| i32::try_from(tenths).ok()).map(Area::from_tenths));
        let unit_types = if rng.chance(30) { vec![*rng.pick(UnitType::ALL), UnitType::Room] } else { Vec::new() };
        let near = surroundings::near(rng);
        let stay = stays::wished(rng);
        let by_distance = near.is_some() && rng.chance(40);
        let by = if by_distance { SearchSortField::Distance } else { *rng.pick(&SORT_FIELDS) };
        let amenities = (0..rng.number(0, 10) - 6).map(|_| *rng.pick(Amenity::ALL)).collect();
        let direction = if rng.chance(50) { SortDirection::Ascending } else { SortDirection::Descending };
        let [page, size] = [rng.number(0, 4), rng.number(1, 30)].map(|number| u32::try_from(number).unwrap_or(1));
        SearchQuery {
            words,
            place,
            near,
            price: Bounds { min: price[0], max: price[1] },
            area: Bounds { min: area[0], max: area[1] },
            unit_types,
            stay,
            amenities,
            sort: Sort { by, direction },
            page: PageRequest { page, size },
            facets: rng.chance(20),
            amenity_facets: rng.chance(50),
        }
    }

    /// Mostly none; otherwise the place of a listing, searchable or not, or a place that may not
    /// exist.
    fn place(&mut self) -> Option<PlaceKey> {
        let rng = &mut self.rng;
        if rng.chance(70) {
            return None;
        }
        let (in_district, exists) = (rng.chance(30), rng.chance(80));
        let known = rng.index(self.listings.len().max(1));
        let known = self.listings.values().nth(known).map(|known| &known.listing.facts.address);
        let (city, district) = match known.filter(|_| exists) {
            Some(address) => (address.city.as_str(), address.district.as_deref()),
            None => (*rng.pick(&WORDS), Some(*rng.pick(&WORDS))),
        };
        PlaceKey::new(city, district.filter(|_| in_district))
    }

    /// Up to two words, each perhaps truncated or mistyped.
    pub fn keyword(&mut self) -> String {
        let count = self.rng.number(0, 3);
        let words: Vec<String> = (0..count).map(|_| self.typed()).collect();
        words.join(" ")
    }

    fn typed(&mut self) -> String {
        let rng = &mut self.rng;
        let mut letters: Vec<char> = rng.pick(&WORDS).chars().collect();
        for _ in 0..rng.number(0, 3) {
            let at = rng.index(letters.len());
            match rng.number(0, 4) {
                0 => letters[at] = 'x',
                1 => letters.insert(at, 'e'),
                2 if letters.len() > 1 => drop(letters.remove(at)),
                _ => letters.truncate(at.max(1)),
            }
        }
        letters.into_iter().collect()
    }

    /// All searchable listings, as a feed returns them.
    pub fn expected_documents(&self) -> Vec<SearchDocument> {
        self.listings.values().filter(|known| known.is_searchable()).map(IndexedListing::document).collect()
    }

    /// What a feed returns for these changes once all are committed.
    pub fn expected_changes(&self, changes: &[ListingChange]) -> SearchChanges {
        let mut ids: Vec<ListingId> = changes.iter().map(ListingChange::listing).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut expected = SearchChanges::default();
        for id in ids {
            match self.listings.get(&id).filter(|known| known.is_searchable()) {
                Some(known) => expected.upserted.push(known.document()),
                None => expected.removed.push(id),
            }
        }
        expected
    }
}

impl IndexedListing {
    fn is_searchable(&self) -> bool {
        self.listing.status == ListingStatus::Available && self.landlord.active
    }

    fn document(&self) -> SearchDocument {
        let card = samples::listing_summary(self.listing.clone());
        SearchDocument { card, words: self.words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect() }
    }
}

impl ListingChange {
    pub fn listing(&self) -> ListingId {
        match self {
            Self::Added(listing) | Self::Changed(listing) => listing.id,
            Self::Deleted(id) => *id,
        }
    }
}
