//! How many listings there are in each city and district.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use portal_domain::search_words::KeywordWord;
use portal_services::listings::{ListingSummary, NamedPlace, Place, PlaceCount, suggested_of};

/// The places of all listings. Documents name a place by its number, which it keeps.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    numbers: HashMap<Place, u32, RandomState>,
    known: Vec<Known>,
}

#[derive(Debug, Clone)]
struct Known {
    named: Arc<NamedPlace>,
    /// The city as a whole, where this is a district of it.
    city: Option<u32>,
    listings: u64,
}

impl Places {
    /// The number of a listing's place: its district, or its city where it names none.
    pub fn number(&mut self, card: &ListingSummary) -> u32 {
        let address = &card.address;
        let city = self.number_of(Place { city: address.city.clone(), district: None }, None);
        match &address.district {
            Some(district) => {
                self.number_of(Place { city: address.city.clone(), district: Some(district.clone()) }, Some(city))
            }
            None => city,
        }
    }

    fn number_of(&mut self, place: Place, city: Option<u32>) -> u32 {
        if let Some(number) = self.numbers.get(&place) {
            return *number;
        }
        let number = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        self.known.push(Known { named: Arc::new(NamedPlace::new(place.clone())), city, listings: 0 });
        self.numbers.insert(place, number);
        number
    }

    /// One more listing there, and in its city.
    pub fn add(&mut self, number: u32) {
        self.change(number, |listings| listings.saturating_add(1));
    }

    /// One listing less.
    pub fn remove(&mut self, number: u32) {
        self.change(number, |listings| listings.saturating_sub(1));
    }

    fn change(&mut self, number: u32, to: impl Fn(u64) -> u64) {
        let mut next = Some(number);
        while let Some(known) = next.and_then(|number| self.known.get_mut(number as usize)) {
            known.listings = to(known.listings);
            next = known.city;
        }
    }

    /// See [`suggested_of`].
    pub fn suggest(&self, words: &[KeywordWord], limit: usize) -> Vec<PlaceCount> {
        let inhabited = self.known.iter().filter(|known| known.listings > 0);
        suggested_of(words, inhabited.map(|known| (known.named.as_ref(), known.listings)), limit)
    }
}
