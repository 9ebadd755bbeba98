//! The places that saved searches name, by number.

use std::collections::HashMap;

use foldhash::fast::RandomState;
use portal_domain::place::PlaceKey;

use super::conditions::ANYWHERE;
use super::slots::Slots;

#[derive(Debug, Default)]
pub(super) struct PlaceNumbers {
    numbers: HashMap<PlaceKey, u32, RandomState>,
    places: Slots<UsedPlace>,
}

#[derive(Debug)]
struct UsedPlace {
    key: PlaceKey,
    /// How many saved searches name it.
    searches: u32,
}

impl PlaceNumbers {
    /// The number of a place that one more saved search names.
    pub(super) fn acquire(&mut self, key: PlaceKey) -> u32 {
        if let Some(number) = self.numbers.get(&key)
            && let Some(place) = self.places.get_mut(*number)
        {
            place.searches += 1;
            return *number;
        }
        let number = self.places.insert(UsedPlace { key: key.clone(), searches: 1 });
        self.numbers.insert(key, number);
        number
    }

    /// Must be called once for each saved search that does not name the place any more.
    pub(super) fn release(&mut self, number: u32) {
        let Some(place) = self.places.get_mut(number) else { return };
        place.searches = place.searches.saturating_sub(1);
        if place.searches == 0
            && let Some(unused) = self.places.remove(number)
        {
            self.numbers.remove(&unused.key);
        }
    }

    /// The places that a listing lies in: its city and its district. [`ANYWHERE`] instead of those
    /// that no saved search names.
    pub(super) fn of_listing(&self, city: &str, district: Option<&str>) -> [u32; 2] {
        let number = |key: Option<PlaceKey>| key.and_then(|key| self.numbers.get(&key)).copied().unwrap_or(ANYWHERE);
        let district = district.and_then(|district| PlaceKey::new(city, Some(district)));
        [number(PlaceKey::new(city, None)), number(district)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_listing_names_its_city_and_district_as_long_as_they_are_used() {
        let key = |district| PlaceKey::new("Köln", district).unwrap();
        let mut places = PlaceNumbers::default();
        let [city, district] = [None, Some("Süd")].map(|district| places.acquire(key(district)));
        assert_eq!(places.acquire(key(None)), city);
        assert_eq!(places.of_listing("KOELN", Some("sued")), [city, district]);
        assert_eq!(places.of_listing("Köln", Some(" – ")), [city, ANYWHERE]);
        assert_eq!(places.of_listing("Bonn", Some("Süd")), [ANYWHERE; 2]);
        places.release(city);
        assert_eq!(places.of_listing("Köln", None), [city, ANYWHERE]);
        places.release(city);
        places.release(district);
        assert_eq!(places.of_listing("Köln", Some("Süd")), [ANYWHERE; 2]);
        assert!(places.numbers.is_empty());
    }
}
