//! The cities and districts of all listings: how many listings there are in each, and by which numbers documents name it.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use portal_domain::listing::ListingAddress;
use portal_domain::place::PlaceKey;
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{
    Candidate, ListingSummary, Place, PlaceCount, PlaceWords, most_frequent, suggested_of,
};

/// The places of all listings. Documents name the spelling of a place by its number. A number is used again once no
/// listing is there any more: names are typed by people, and there is no end of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    numbers: HashMap<Arc<Place>, u32, RandomState>,
    known: Vec<Known>,
    /// Numbers that no spelling has.
    free: Vec<u32>,
    /// Spellings that are one place.
    groups: HashMap<Arc<PlaceKey>, Group, RandomState>,
}

/// One spelling of a place.
#[derive(Debug, Clone)]
struct Known {
    place: Arc<Place>,
    /// The groups that it is in: that of its city, and that of its district if it has one.
    groups: [Option<Arc<PlaceKey>>; 2],
    /// The city as a whole, where this is a district of it.
    city: Option<u32>,
    listings: u64,
}

/// A place in all of its spellings.
#[derive(Debug, Clone)]
struct Group {
    words: Arc<PlaceWords>,
    /// The spellings of the place itself.
    spellings: Vec<u32>,
    /// What documents of the place are numbered by: its spellings, and for a city those of its districts.
    members: Vec<u32>,
}

impl Places {
    /// One more listing, at its place and in its city. Tells the number of its place: its district, or its city where it
    /// names none.
    pub fn add(&mut self, card: &ListingSummary) -> u32 {
        let ListingAddress { city, district, .. } = &card.address;
        let whole = self.add_to(Place { city: city.clone(), district: None }, None);
        match district {
            Some(_) => self.add_to(Place { city: city.clone(), district: district.clone() }, Some(whole)),
            None => whole,
        }
    }

    fn add_to(&mut self, place: Place, city: Option<u32>) -> u32 {
        if let Some(number) = self.numbers.get(&place) {
            self.known[*number as usize].listings += 1;
            return *number;
        }
        let number = self.free.pop().unwrap_or_else(|| u32::try_from(self.known.len()).unwrap_or(u32::MAX));
        let place = Arc::new(place);
        let known = Known { groups: self.group(&place, number), place: Arc::clone(&place), city, listings: 1 };
        match self.known.get_mut(number as usize) {
            Some(unused) => *unused = known,
            None => self.known.push(known),
        }
        self.numbers.insert(place, number);
        number
    }

    /// Puts a spelling into the group of its city, and into that of its district if it has one. A name that there is
    /// nothing to compare by is in none.
    fn group(&mut self, place: &Place, number: u32) -> [Option<Arc<PlaceKey>>; 2] {
        let whole = Place { city: place.city.clone(), district: None };
        let city = self.join(&whole, number, place.district.is_none());
        let district = place.district.as_ref().and_then(|_| self.join(place, number, true));
        [city, district]
    }

    fn join(&mut self, place: &Place, number: u32, is_spelling: bool) -> Option<Arc<PlaceKey>> {
        let key = Arc::new(place.key()?);
        let group = self.groups.entry(Arc::clone(&key)).or_insert_with(|| Group {
            words: Arc::new(PlaceWords::new(place)),
            spellings: Vec::new(),
            members: Vec::new(),
        });
        group.members.push(number);
        if is_spelling {
            group.spellings.push(number);
        }
        Some(key)
    }

    /// One listing less at the place of this number, which one listing at least has.
    pub fn remove(&mut self, number: u32) {
        let mut next = Some(number);
        while let Some(number) = next {
            let Some(known) = self.known.get_mut(number as usize) else { return };
            let Some(listings) = known.listings.checked_sub(1) else { return };
            known.listings = listings;
            next = known.city;
            if listings == 0 {
                self.numbers.remove(&known.place);
                for key in std::mem::take(&mut known.groups).into_iter().flatten() {
                    self.leave(&key, number);
                }
                self.free.push(number);
            }
        }
    }

    fn leave(&mut self, key: &PlaceKey, number: u32) {
        let Some(group) = self.groups.get_mut(key) else { return };
        group.spellings.retain(|known| *known != number);
        group.members.retain(|known| *known != number);
        if group.members.is_empty() {
            self.groups.remove(key);
        }
    }

    /// The numbers by which documents of this place name it; none where nothing can be found.
    pub fn members(&self, key: &PlaceKey) -> &[u32] {
        self.groups.get(key).map_or(&[], |group| &group.members)
    }

    /// See [`suggested_of`].
    pub fn suggest(&self, words: &[KeywordWord], limit: usize) -> Vec<PlaceCount> {
        let candidates = self.groups.values().filter_map(|group| {
            let spellings = group.spellings.iter().filter_map(|number| self.known.get(*number as usize));
            let place = most_frequent(spellings.clone().map(|known| (known.place.as_ref(), known.listings)))?;
            Some(Candidate { words: &group.words, place, listings: spellings.map(|known| known.listings).sum() })
        });
        suggested_of(words, candidates, limit)
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
        (card.address.city, card.address.district) = (city, district);
        card
    }

    #[test]
    fn however_often_a_place_is_renamed_no_more_of_them_are_kept_than_there_are() {
        let mut places = Places::default();
        let mut before = None;
        for n in 0..1_000 {
            let district = (n % 3 > 0).then(|| format!("Viertel {n}"));
            let number = places.add(&card(format!("Stadt {}", n / 2), district));
            if let Some(before) = before.replace(number) {
                places.remove(before);
            }
        }
        assert!(places.known.len() <= 4 && places.numbers.len() <= 2 && places.groups.len() <= 2, "{places:?}");
        let found = |typed: &str| places.suggest(&search_words::of_keyword(typed), 8);
        assert_eq!(found("Stadt").iter().map(|place| place.listings).collect::<Vec<_>>(), [1]);
        assert_eq!(found("Stadt")[0].place.city, "Stadt 499");
        assert_eq!(found("Viertel"), []);
    }

    #[test]
    fn members_of_a_city_are_all_spellings_of_it_and_of_its_districts() {
        let mut places = Places::default();
        let mut add =
            |city: &str, district: Option<&str>| places.add(&card(city.to_owned(), district.map(str::to_owned)));
        let [plain, district, other] = [("Köln", None), ("KOELN", Some("Süd")), ("Köln", Some("Sued"))]
            .map(|(city, district)| add(city, district));
        let nameless = add("Köln", Some(" – "));
        add("Ulm", Some("Süd"));
        let sorted = |places: &Places, city: &str, district: Option<&str>| {
            let mut members = places.members(&PlaceKey::new(city, district).unwrap()).to_vec();
            members.sort_unstable();
            members
        };
        // `KOELN` has a number of its own although no listing names it without a district.
        let city = sorted(&places, "koln", None);
        assert!([plain, district, other, nameless].iter().all(|number| city.contains(number)), "{city:?}");
        assert_eq!(city.len(), 5);
        assert_eq!(sorted(&places, "Köln", Some("süd")), [district, other]);
        assert_eq!(sorted(&places, "Bonn", None), [0; 0]);
        places.remove(district);
        assert_eq!(sorted(&places, "Köln", Some("süd")), [other]);
        assert_eq!(sorted(&places, "Köln", None).len(), 3, "the spelling of the city has gone, too");
    }
}
