//! A town of random listings that change, random searches of it, and what a plain loop finds: the meaning of the search
//! port, spelt out, for every adapter to be held against.

mod dice;
mod plain;

use std::collections::BTreeMap;

use chrono::TimeDelta;
use dice::Dice;
use portal_domain::area::Area;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::listing::{Amenity, Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::place::PlaceKey;
use portal_domain::search_words::{self, Weight};
use uuid::Uuid;

use super::MockPorts;
use super::samples;
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

/// Relevance twice: more goes into it than into the others.
const SORT_FIELDS: [SearchSortField; 7] = [
    SearchSortField::BasicRent,
    SearchSortField::TotalRent,
    SearchSortField::Area,
    SearchSortField::DateCreated,
    SearchSortField::LastModified,
    SearchSortField::Relevance,
    SearchSortField::Relevance,
];

pub struct Town {
    dice: Dice,
    landlords: Vec<Owner>,
    next: u128,
    listings: BTreeMap<ListingId, Inhabitant>,
}

#[derive(Clone, Copy)]
struct Owner {
    id: UserId,
    /// Nobody finds the listings of the others.
    active: bool,
}

struct Inhabitant {
    listing: Listing,
    owner: Owner,
    /// What it is found under.
    words: Vec<(String, Weight)>,
}

/// What happens to a listing.
#[derive(Debug, Clone)]
pub enum TownChange {
    Added(Listing),
    Changed(Listing),
    Deleted(ListingId),
}

impl Town {
    /// The same seed gives the same town. All of its landlords are active, and it has no listings yet.
    pub fn new(seed: u64, landlords: Vec<UserId>) -> Self {
        let landlords = landlords.into_iter().map(|id| Owner { id, active: true }).collect();
        Self { dice: Dice::new(seed), landlords, next: 1_000, listings: BTreeMap::new() }
    }

    /// With somebody who is not active and has as many listings as any other landlord.
    #[must_use]
    pub fn with_silent(mut self, landlord: UserId) -> Self {
        self.landlords.push(Owner { id: landlord, active: false });
        self
    }

    pub fn add(&mut self) -> Listing {
        self.next += 1;
        // Ids in another order than that of their making.
        let id = ListingId(Uuid::from_u128(self.next.wrapping_mul(0x9E37_79B9_7F4A_7C15) % (1 << 100)));
        self.write(Listing { id, ..samples::listing(ListingStatus::Available) })
    }

    /// One more, one less, or one that is not what it was.
    pub fn change(&mut self) -> TownChange {
        let known: Vec<ListingId> = self.listings.keys().copied().collect();
        if known.is_empty() || self.dice.chance(20) {
            return TownChange::Added(self.add());
        }
        let id = *self.dice.pick(&known);
        if self.dice.chance(15) {
            self.listings.remove(&id);
            return TownChange::Deleted(id);
        }
        let Some(known) = self.listings.get(&id) else { return TownChange::Deleted(id) };
        let listing = known.listing.clone();
        TownChange::Changed(self.write(listing))
    }

    /// Other words and figures for a listing, and perhaps another owner.
    fn write(&mut self, mut listing: Listing) -> Listing {
        let dice = &mut self.dice;
        let owner = *dice.pick(&self.landlords);
        listing.landlord_id = owner.id;
        listing.status = if dice.chance(80) { ListingStatus::Available } else { *dice.pick(ListingStatus::ALL) };
        listing.images.clear();
        // Few different values, so that many keys are equal.
        listing.date_created = MockPorts::now() + TimeDelta::seconds(dice.number(0, 20));
        listing.last_modified = MockPorts::now() + TimeDelta::seconds(dice.number(0, 20));
        let mut text = |words: usize| (0..words).map(|_| *dice.pick(&WORDS)).collect::<Vec<_>>().join(" ");
        let details = &mut listing.details;
        (details.title, details.description) = (text(3), text(4));
        (details.address.city, details.address.street) = (text(1), text(1));
        let district = text(1);
        details.address.district = dice.chance(70).then_some(district);
        details.unit_type = *dice.pick(UnitType::ALL);
        details.basic_rent = Cents::new(dice.number(3, 9) * 10_000);
        details.ancillary_cost = Cents::new(dice.number(0, 4) * 5_000);
        let tenths = i32::try_from(dice.number(8, 30) * 10).unwrap_or(100);
        details.area = Area::from_tenths(tenths);
        details.total_area = details.area;
        details.amenities = if dice.chance(50) { vec![*dice.pick(Amenity::ALL)] } else { Vec::new() };
        let words = search_words::of_listing(details);
        self.listings.insert(listing.id, Inhabitant { listing: listing.clone(), owner, words });
        listing
    }

    /// All of the port's ways to search.
    pub fn query(&mut self) -> SearchQuery {
        let words = search_words::of_keyword(&self.keyword());
        let place = self.place();
        let dice = &mut self.dice;
        let mut maybe = |min: i64, max: i64, factor: i64| {
            let value = dice.number(min, max) * factor;
            dice.chance(30).then_some(value)
        };
        let price =
            [maybe(3, 12, 10_000), maybe(3, 12, 10_000)].map(|bound| bound.map(|cents| Cents::new(cents + 1_500)));
        let area = [maybe(8, 30, 10), maybe(8, 30, 10)]
            .map(|bound| bound.and_then(|tenths| i32::try_from(tenths).ok()).map(Area::from_tenths));
        let unit_types = if dice.chance(30) { vec![*dice.pick(UnitType::ALL), UnitType::Room] } else { Vec::new() };
        let direction = if dice.chance(50) { SortDirection::Ascending } else { SortDirection::Descending };
        let [page, size] = [dice.number(0, 4), dice.number(1, 30)].map(|number| u32::try_from(number).unwrap_or(1));
        SearchQuery {
            words,
            place,
            price: Bounds { min: price[0], max: price[1] },
            area: Bounds { min: area[0], max: area[1] },
            unit_types,
            sort: Sort { by: *dice.pick(&SORT_FIELDS), direction },
            page: PageRequest { page, size },
            facets: dice.chance(20),
        }
    }

    /// Mostly none; else where some listing lies, found or not, or a place that may not exist.
    fn place(&mut self) -> Option<PlaceKey> {
        let dice = &mut self.dice;
        if dice.chance(70) {
            return None;
        }
        let (in_district, exists) = (dice.chance(30), dice.chance(80));
        let known = dice.index(self.listings.len().max(1));
        let known = self.listings.values().nth(known).map(|known| &known.listing.details.address);
        let (city, district) = match known.filter(|_| exists) {
            Some(address) => (address.city.as_str(), address.district.as_deref()),
            None => (*dice.pick(&WORDS), Some(*dice.pick(&WORDS))),
        };
        PlaceKey::new(city, district.filter(|_| in_district))
    }

    /// Up to two words, each perhaps cut or mistyped.
    pub fn keyword(&mut self) -> String {
        let count = self.dice.number(0, 3);
        let words: Vec<String> = (0..count).map(|_| self.typed()).collect();
        words.join(" ")
    }

    fn typed(&mut self) -> String {
        let dice = &mut self.dice;
        let mut letters: Vec<char> = dice.pick(&WORDS).chars().collect();
        for _ in 0..dice.number(0, 3) {
            let at = dice.index(letters.len());
            match dice.number(0, 4) {
                0 => letters[at] = 'x',
                1 => letters.insert(at, 'e'),
                2 if letters.len() > 1 => drop(letters.remove(at)),
                _ => letters.truncate(at.max(1)),
            }
        }
        letters.into_iter().collect()
    }

    /// All listings that can be found, as a feed tells them.
    pub fn documents(&self) -> Vec<SearchDocument> {
        self.listings.values().filter(|known| known.is_searchable()).map(Inhabitant::document).collect()
    }

    /// What a feed tells of these changes once all of them are committed.
    pub fn told(&self, changes: &[TownChange]) -> SearchChanges {
        let mut ids: Vec<ListingId> = changes.iter().map(TownChange::listing).collect();
        ids.sort_unstable();
        ids.dedup();
        let mut told = SearchChanges::default();
        for id in ids {
            match self.listings.get(&id).filter(|known| known.is_searchable()) {
                Some(known) => told.found.push(known.document()),
                None => told.gone.push(id),
            }
        }
        told
    }
}

impl Inhabitant {
    fn is_searchable(&self) -> bool {
        self.listing.status == ListingStatus::Available && self.owner.active
    }

    fn document(&self) -> SearchDocument {
        let card = samples::listing_summary(self.listing.clone());
        SearchDocument { card, words: self.words.iter().map(|(word, weight)| (word.as_str(), *weight)).collect() }
    }
}

impl TownChange {
    pub fn listing(&self) -> ListingId {
        match self {
            Self::Added(listing) | Self::Changed(listing) => listing.id,
            Self::Deleted(id) => *id,
        }
    }
}
