//! The conditions of a search, without its order and page: what a student sees as filters, and
//! what a saved search keeps.

use chrono::NaiveDate;

use crate::area::Area;
use crate::availability::WishedStay;
use crate::listing::{Amenity, UnitType};
use crate::money::Cents;
use crate::place::PlaceKey;
use crate::search_words::{self, KeywordWord};
use crate::town::{Near, Radius};

/// An inclusive range; a missing bound does not limit. Empty if the minimum is above the maximum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bounds<T> {
    pub min: Option<T>,
    pub max: Option<T>,
}

impl<T: PartialOrd + Copy> Bounds<T> {
    pub fn contains(self, value: T) -> bool {
        self.min.is_none_or(|min| min <= value) && self.max.is_none_or(|max| value <= max)
    }

    pub fn is_empty(self) -> bool {
        matches!((self.min, self.max), (Some(min), Some(max)) if min > max)
    }
}

/// A city, or a district of one, as a search names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    city: String,
    district: Option<String>,
    key: PlaceKey,
}

impl NamedPlace {
    /// `None` if a name has no letter or digit.
    pub fn new(city: String, district: Option<String>) -> Option<Self> {
        let key = PlaceKey::new(&city, district.as_deref())?;
        Some(Self { city, district, key })
    }

    /// The city as it was named.
    pub fn city(&self) -> &str {
        &self.city
    }

    /// The district as it was named; `None`: the city as a whole.
    pub fn district(&self) -> Option<&str> {
        self.district.as_deref()
    }

    pub const fn key(&self) -> &PlaceKey {
        &self.key
    }
}

/// A town with its surroundings, as a search names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedSurroundings {
    city: String,
    radius: Radius,
    meaning: Meaning,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Meaning {
    Known(Near),
    /// No town has the name.
    City(PlaceKey),
}

impl NamedSurroundings {
    /// `None` if the name has no letter or digit. The name of no town means the city alone.
    pub fn new(city: String, radius: Radius) -> Option<Self> {
        let meaning = match Near::new(&city, radius) {
            Some(near) => Meaning::Known(near),
            None => Meaning::City(PlaceKey::new(&city, None)?),
        };
        Some(Self { city, radius, meaning })
    }

    /// The town as it was named.
    pub fn city(&self) -> &str {
        &self.city
    }

    pub const fn radius(&self) -> Radius {
        self.radius
    }
}

/// All are optional, and a listing must meet all that are given. Dates are kept as they were given:
/// what they mean depends on the day of the search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchFilters {
    /// Every word of it must match.
    pub keyword: Option<String>,
    pub place: Option<NamedPlace>,
    /// Not together with a place.
    pub near: Option<NamedSurroundings>,
    /// Bounds of the total rent.
    pub price: Bounds<Cents>,
    pub area: Bounds<Area>,
    /// Empty: every type.
    pub unit_types: Vec<UnitType>,
    /// The latest day of moving in.
    pub available_by: Option<NaiveDate>,
    /// The last day of the stay.
    pub available_until: Option<NaiveDate>,
    /// The listing must have all of these.
    pub amenities: Vec<Amenity>,
}

impl SearchFilters {
    /// The words of the keyword; empty: no limit by keyword.
    pub fn words(&self) -> Vec<KeywordWord> {
        self.keyword.as_deref().map(search_words::of_keyword).unwrap_or_default()
    }

    /// The place to look in: the named one, or a city whose surroundings are unknown.
    pub fn place_key(&self) -> Option<&PlaceKey> {
        match (&self.place, &self.near) {
            (Some(place), _) => Some(place.key()),
            (None, Some(NamedSurroundings { meaning: Meaning::City(key), .. })) => Some(key),
            (None, _) => None,
        }
    }

    /// The surroundings to look in; `None`: anywhere.
    pub fn surroundings(&self) -> Option<Near> {
        match &self.near {
            Some(NamedSurroundings { meaning: Meaning::Known(near), .. }) => Some(*near),
            _ => None,
        }
    }

    /// The stay that a search on this day wishes; `None`: any.
    pub fn stay(&self, today: NaiveDate) -> Option<WishedStay> {
        WishedStay::new(self.available_by, self.available_until, today)
    }

    /// Whether no listing can meet them, because a range is empty.
    pub fn is_impossible(&self) -> bool {
        self.price.is_empty() || self.area.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_place_keeps_its_spelling_and_has_the_key_of_all() {
        let place = NamedPlace::new("Muenchen".to_owned(), Some("Au".to_owned())).unwrap();
        assert_eq!((place.city(), place.district()), ("Muenchen", Some("Au")));
        assert_eq!(Some(place.key()), PlaceKey::new("München", Some("au")).as_ref());
        assert_eq!(NamedPlace::new(" – ".to_owned(), None), None);
    }

    #[test]
    fn surroundings_of_an_unknown_town_are_a_place() {
        let radius = Radius::new(20).unwrap();
        let of = |city: &str| {
            let near = NamedSurroundings::new(city.to_owned(), radius);
            let filters = SearchFilters { near, ..SearchFilters::default() };
            (filters.place_key().cloned(), filters.surroundings())
        };
        assert_eq!(of("muenchen"), (None, Near::new("München", radius)));
        assert_eq!(of("Atlantis"), (PlaceKey::new("Atlantis", None), None));
        assert_eq!(NamedSurroundings::new(" – ".to_owned(), radius), None);
    }

    #[test]
    fn words_of_keyword_without_words_are_none() {
        for keyword in [None, Some(" … ".to_owned())] {
            assert_eq!(SearchFilters { keyword, ..SearchFilters::default() }.words(), []);
        }
        let filters = SearchFilters { keyword: Some("Zimmer München".to_owned()), ..SearchFilters::default() };
        assert_eq!(filters.words(), search_words::of_keyword("Zimmer München"));
    }

    #[test]
    fn stay_depends_on_the_day_of_the_search() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let filters = SearchFilters { available_by: Some(day("2026-12-01")), ..SearchFilters::default() };
        let wished = |today: &str| filters.stay(day(today)).unwrap().move_in_by();
        assert_eq!(wished("2026-11-25"), Some(day("2026-12-01")));
        assert_eq!(wished("2027-01-05"), Some(day("2027-01-05")));
        assert_eq!(SearchFilters::default().stay(day("2026-11-25")), None);
    }

    #[test]
    fn is_impossible_only_with_an_empty_range() {
        let range = |min: i64, max: i64| Bounds { min: Some(Cents::new(min)), max: Some(Cents::new(max)) };
        assert!(SearchFilters { price: range(2, 1), ..SearchFilters::default() }.is_impossible());
        assert!(!SearchFilters { price: range(1, 1), ..SearchFilters::default() }.is_impossible());
        assert!(!SearchFilters::default().is_impossible());
    }
}
