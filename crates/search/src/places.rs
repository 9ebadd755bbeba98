//! The cities and districts of all listings, with the number of listings in each.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::sync::Arc;

use foldhash::fast::RandomState;
use portal_domain::listing::ListingAddress;
use portal_domain::place::PlaceKey;
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{PlaceCandidate, PlaceWords, most_frequent_spelling, rank_candidates};
use portal_services::ports::{ListingSummary, Place, PlaceCount};

use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::to_u32;

/// Documents refer to the spelling of a place by id. The id of a spelling without listings is used
/// again: users type the names, so their number is unbounded.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    ids: HashMap<Arc<Place>, u32, RandomState>,
    /// By id.
    spellings: Vec<Spelling>,
    free_ids: Vec<u32>,
    groups: HashMap<Arc<PlaceKey>, Group, RandomState>,
}

/// One spelling of a place.
#[derive(Debug, Clone)]
struct Spelling {
    place: Arc<Place>,
    /// The keys of its groups: of its city, and of its district if it has one.
    groups: [Option<Arc<PlaceKey>>; 2],
    /// For a district, the id of its city's spelling.
    city: Option<u32>,
    listings: u64,
}

/// A place with all its spellings.
#[derive(Debug, Clone)]
struct Group {
    words: Arc<PlaceWords>,
    /// Ids of the place itself.
    spellings: Vec<u32>,
    /// Ids that documents at this place refer to: its spellings, and for a city those of its
    /// districts.
    members: Vec<u32>,
}

/// Stands for no city in a file.
const NO_CITY: u32 = u32::MAX;

impl Places {
    /// Counts a listing at its place and in its city. Returns the id of the place: the district, or
    /// the city if the address has none.
    pub(crate) fn add(&mut self, card: &ListingSummary) -> u32 {
        let ListingAddress { city, district, .. } = &card.facts.address;
        let city_id = self.add_to(Place { city: city.clone(), district: None }, None);
        match district {
            Some(_) => self.add_to(Place { city: city.clone(), district: district.clone() }, Some(city_id)),
            None => city_id,
        }
    }

    fn add_to(&mut self, place: Place, city: Option<u32>) -> u32 {
        if let Some(id) = self.ids.get(&place) {
            self.spellings[*id as usize].listings += 1;
            return *id;
        }
        let id = self.free_ids.pop().unwrap_or_else(|| to_u32(self.spellings.len()));
        let place = Arc::new(place);
        let spelling = Spelling { groups: self.join_groups(&place, id), place: Arc::clone(&place), city, listings: 1 };
        match self.spellings.get_mut(id as usize) {
            Some(unused) => *unused = spelling,
            None => self.spellings.push(spelling),
        }
        self.ids.insert(place, id);
        id
    }

    /// Adds a spelling to the groups of its city and its district. A name without a key has no
    /// group.
    fn join_groups(&mut self, place: &Place, id: u32) -> [Option<Arc<PlaceKey>>; 2] {
        let city = Place { city: place.city.clone(), district: None };
        let city = self.join_group(&city, id, place.district.is_none());
        let district = place.district.as_ref().and_then(|_| self.join_group(place, id, true));
        [city, district]
    }

    fn join_group(&mut self, place: &Place, id: u32, is_spelling: bool) -> Option<Arc<PlaceKey>> {
        let key = Arc::new(place.key()?);
        let group = self.groups.entry(Arc::clone(&key)).or_insert_with(|| Group {
            words: Arc::new(PlaceWords::new(place)),
            spellings: Vec::new(),
            members: Vec::new(),
        });
        group.members.push(id);
        if is_spelling {
            group.spellings.push(id);
        }
        Some(key)
    }

    /// Removes a listing from the place with this id and from its city.
    pub(crate) fn remove(&mut self, id: u32) {
        let mut next = Some(id);
        while let Some(id) = next {
            let Some(spelling) = self.spellings.get_mut(id as usize) else { return };
            let Some(listings) = spelling.listings.checked_sub(1) else { return };
            spelling.listings = listings;
            next = spelling.city;
            if listings == 0 {
                self.ids.remove(&spelling.place);
                // The file of the index must not keep the names of deleted listings.
                spelling.place = Arc::new(Place { city: String::new(), district: None });
                for key in std::mem::take(&mut spelling.groups).into_iter().flatten() {
                    self.leave_group(&key, id);
                }
                self.free_ids.push(id);
            }
        }
    }

    fn leave_group(&mut self, key: &PlaceKey, id: u32) {
        let Some(group) = self.groups.get_mut(key) else { return };
        group.spellings.retain(|known| *known != id);
        group.members.retain(|known| *known != id);
        if group.members.is_empty() {
            self.groups.remove(key);
        }
    }

    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        let city = |spelling: &Spelling| spelling.city.unwrap_or(NO_CITY);
        writer.texts(self.spellings.iter().map(|spelling| spelling.place.city.as_bytes()))?;
        let district = |spelling: &Spelling| spelling.place.district.clone().unwrap_or_default();
        let districts: Vec<String> = self.spellings.iter().map(district).collect();
        writer.texts(districts.iter().map(String::as_bytes))?;
        let cities: Vec<u32> = self.spellings.iter().map(city).collect();
        writer.numbers(&cities)?;
        let listings: Vec<u64> = self.spellings.iter().map(|spelling| spelling.listings).collect();
        writer.numbers(&listings)
    }

    pub(crate) fn read(reader: &mut RecordReader<impl Read>) -> Result<Self, IndexFileError> {
        let (city_names, districts) = (reader.texts()?, reader.texts()?);
        let (cities, listings) = (reader.numbers::<u32>()?, reader.numbers::<u64>()?);
        let count = listings.len();
        if [city_names.len(), districts.len(), cities.len()] != [count; 3] {
            return Err(IndexFileError::Damaged);
        }
        let mut places = Self::default();
        for (((city_name, district), city), listings) in city_names.into_iter().zip(districts).zip(cities).zip(listings)
        {
            let text = |bytes| String::from_utf8(bytes).map_err(|_| IndexFileError::Damaged);
            let city = (city != NO_CITY).then_some(city);
            // Only the place of a district has a city.
            let district = city.is_some().then(|| text(district)).transpose()?;
            let place = Place { city: text(city_name)?, district };
            places.restore(place, city, listings)?;
        }
        let is_used = |city: u32| places.spellings.get(city as usize).is_some_and(|city| city.listings > 0);
        let used = places.spellings.iter().filter(|spelling| spelling.listings > 0);
        if used.filter_map(|spelling| spelling.city).all(is_used) { Ok(places) } else { Err(IndexFileError::Damaged) }
    }

    /// Adds the spelling with the next id.
    fn restore(&mut self, place: Place, city: Option<u32>, listings: u64) -> Result<(), IndexFileError> {
        let id = to_u32(self.spellings.len());
        let place = Arc::new(place);
        let mut groups = [None, None];
        if listings == 0 {
            self.free_ids.push(id);
        } else if self.ids.insert(Arc::clone(&place), id).is_some() {
            return Err(IndexFileError::Damaged);
        } else {
            groups = self.join_groups(&place, id);
        }
        self.spellings.push(Spelling { place, groups, city, listings });
        Ok(())
    }

    /// Whether a document may refer to this place.
    pub(crate) fn is_in_use(&self, id: u32) -> bool {
        self.spellings.get(id as usize).is_some_and(|spelling| spelling.listings > 0)
    }

    /// The ids that documents at this place refer to; empty for an unknown place.
    pub(crate) fn members(&self, key: &PlaceKey) -> &[u32] {
        self.groups.get(key).map_or(&[], |group| &group.members)
    }

    /// See [`rank_candidates`].
    pub(crate) fn suggest(&self, words: &[KeywordWord], limit: usize) -> Vec<PlaceCount> {
        let candidates = self.groups.values().filter_map(|group| {
            let spellings = group.spellings.iter().filter_map(|id| self.spellings.get(*id as usize));
            let place =
                most_frequent_spelling(spellings.clone().map(|spelling| (spelling.place.as_ref(), spelling.listings)))?;
            let listings = spellings.map(|spelling| spelling.listings).sum();
            Some(PlaceCandidate { words: &group.words, place, listings })
        });
        rank_candidates(words, candidates, limit)
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;
    use portal_domain::search_words;
    use portal_services::testing::samples;

    use super::*;

    fn card(city: String, district: Option<String>) -> ListingSummary {
        let mut card = samples::listing_summary(samples::listing(ListingStatus::Available));
        (card.facts.address.city, card.facts.address.district) = (city, district);
        card
    }

    #[test]
    fn places_renamed_many_times_free_their_memory() {
        let mut places = Places::default();
        let mut previous = None;
        for n in 0..1_000 {
            let district = (n % 3 > 0).then(|| format!("Viertel {n}"));
            let id = places.add(&card(format!("Stadt {}", n / 2), district));
            if let Some(previous) = previous.replace(id) {
                places.remove(previous);
            }
        }
        assert!(places.spellings.len() <= 4 && places.ids.len() <= 2 && places.groups.len() <= 2, "{places:?}");
        let mut unused = places.spellings.iter().filter(|spelling| spelling.listings == 0);
        assert!(unused.all(|spelling| spelling.place.city.is_empty()), "{places:?}");
        let found = |typed: &str| places.suggest(&search_words::of_keyword(typed), 8);
        assert_eq!(found("Stadt").iter().map(|place| place.listings).collect::<Vec<_>>(), [1]);
        assert_eq!(found("Stadt")[0].place.city, "Stadt 499");
        assert_eq!(found("Viertel"), []);
    }

    #[test]
    fn members_of_a_city_include_its_spellings_and_districts() {
        let mut places = Places::default();
        let mut add =
            |city: &str, district: Option<&str>| places.add(&card(city.to_owned(), district.map(str::to_owned)));
        let [plain, district, other] = [("Köln", None), ("KOELN", Some("Süd")), ("Köln", Some("Sued"))]
            .map(|(city, district)| add(city, district));
        let without_key = add("Köln", Some(" – "));
        add("Ulm", Some("Süd"));
        let sorted = |places: &Places, city: &str, district: Option<&str>| {
            let mut members = places.members(&PlaceKey::new(city, district).unwrap()).to_vec();
            members.sort_unstable();
            members
        };
        // `KOELN` has an id although no listing names it without a district.
        let city = sorted(&places, "koln", None);
        assert!([plain, district, other, without_key].iter().all(|id| city.contains(id)), "{city:?}");
        assert_eq!(city.len(), 5);
        assert_eq!(sorted(&places, "Köln", Some("süd")), [district, other]);
        assert_eq!(sorted(&places, "Bonn", None), [0; 0]);
        places.remove(district);
        assert_eq!(sorted(&places, "Köln", Some("süd")), [other]);
        assert_eq!(sorted(&places, "Köln", None).len(), 3, "the spelling of the city is removed, too");
    }
}
