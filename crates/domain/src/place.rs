//! Places: the cities and districts that a search can be limited to.

use crate::search_words;

/// Identifies a city, or a district of one, by folded names. All spellings of a name (`München`,
/// `Muenchen`) give the same key.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PlaceKey {
    city: String,
    /// `None`: the city as a whole.
    district: Option<String>,
}

impl PlaceKey {
    /// `None` if a name has no letter or digit.
    pub fn new(city: &str, district: Option<&str>) -> Option<Self> {
        let name = |text: &str| Some(search_words::folded_name(text)).filter(|name| !name.is_empty());
        let district = match district {
            Some(district) => Some(name(district)?),
            None => None,
        };
        Some(Self { city: name(city)?, district })
    }

    /// The folded name of the city.
    pub fn city(&self) -> &str {
        &self.city
    }

    /// The folded name of the district.
    pub fn district(&self) -> Option<&str> {
        self.district.as_deref()
    }

    /// Whether a listing with these names in its address lies here.
    pub fn contains(&self, city: &str, district: Option<&str>) -> bool {
        let is = |key: &str, name: &str| search_words::folded_name(name) == key;
        is(&self.city, city)
            && self.district.as_deref().is_none_or(|key| district.is_some_and(|district| is(key, district)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(city: &str, district: Option<&str>) -> PlaceKey {
        PlaceKey::new(city, district).unwrap()
    }

    #[test]
    fn spellings_of_a_name_are_one_place() {
        assert_eq!(key("München", Some("Au-Haidhausen")), key("MUENCHEN", Some("au haidhausen")));
        assert_ne!(key("München", None), key("München", Some("Au")));
        assert_ne!(key("Frankfurt", None), key("Frankfurt am Main", None));
    }

    #[test]
    fn a_city_contains_its_districts_and_a_district_nothing_else() {
        assert!(key("Köln", None).contains("Koeln", Some("Ehrenfeld")));
        assert!(key("Köln", None).contains("köln", None));
        assert!(key("Köln", Some("Ehrenfeld")).contains("Köln", Some("EHRENFELD")));
        assert!(!key("Köln", Some("Ehrenfeld")).contains("Köln", None));
        assert!(!key("Köln", Some("Ehrenfeld")).contains("Aachen", Some("Ehrenfeld")));
        assert!(!key("Köln", None).contains("Kölnerberg", None));
    }

    #[test]
    fn a_name_without_letter_or_digit_is_no_key() {
        assert_eq!(PlaceKey::new(" – ", None), None);
        assert_eq!(PlaceKey::new("Köln", Some("/")), None);
    }
}
