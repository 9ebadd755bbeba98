//! How many listings there are in each city and district.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use portal_domain::listing::ListingAddress;
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{ListingSummary, NamedPlace, Place, PlaceCount, suggested_of};

/// The places of all listings. Documents name a place by its number, which another place gets once no listing is there
/// any more: names are typed by people, and there is no end of them.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    numbers: HashMap<Place, u32, RandomState>,
    known: Vec<Known>,
    /// Numbers that no place has.
    free: Vec<u32>,
}

#[derive(Debug, Clone)]
struct Known {
    named: Arc<NamedPlace>,
    /// The city as a whole, where this is a district of it.
    city: Option<u32>,
    listings: u64,
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
        let known = Known { named: Arc::new(NamedPlace::new(place.clone())), city, listings: 1 };
        let number = if let Some(number) = self.free.pop() {
            self.known[number as usize] = known;
            number
        } else {
            self.known.push(known);
            u32::try_from(self.known.len() - 1).unwrap_or(u32::MAX)
        };
        self.numbers.insert(place, number);
        number
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
                self.numbers.remove(known.named.place());
                self.free.push(number);
            }
        }
    }

    /// See [`suggested_of`].
    pub fn suggest(&self, words: &[KeywordWord], limit: usize) -> Vec<PlaceCount> {
        let inhabited = self.known.iter().filter(|known| known.listings > 0);
        suggested_of(words, inhabited.map(|known| (known.named.as_ref(), known.listings)), limit)
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
        assert!(places.known.len() <= 4 && places.numbers.len() <= 2, "{places:?}");
        let found = |typed: &str| places.suggest(&search_words::of_keyword(typed), 8);
        assert_eq!(found("Stadt").iter().map(|place| place.listings).collect::<Vec<_>>(), [1]);
        assert_eq!(found("Stadt")[0].place.city, "Stadt 499");
        assert_eq!(found("Viertel"), []);
    }
}
