//! German university cities, with real districts and postal codes: `assets/cities.json`.

use std::sync::LazyLock;

use portal_domain::listing::Region;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use crate::SeedError;

/// The data of a city for texts and prices.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct City {
    pub name: &'static str,
    #[serde(deserialize_with = "region")]
    pub region: Region,
    /// The colloquial name of the university: "nahe LMU".
    pub university: &'static str,
    /// "zehn Minuten {zur LMU}".
    pub to_campus: &'static str,
    /// The basic rent of a square metre of a small flat, in cents.
    pub rent: i64,
    /// The word for a public transport stop; feminine.
    pub stop: &'static str,
    /// "in fünf Minuten ist man {im Englischen Garten}".
    pub green: &'static str,
    /// Remarks about the city.
    pub notes: Vec<&'static str>,
    pub districts: Vec<District>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct District {
    pub name: &'static str,
    /// "ein Zimmer {in der Südstadt}".
    pub at: &'static str,
    pub postal_code: &'static str,
    /// Minutes by bicycle to the university.
    pub minutes: i64,
    pub streets: Vec<&'static str>,
}

/// All cities, in the order of the file.
#[derive(Clone, Copy)]
pub(crate) struct Cities(&'static [City]);

impl Cities {
    /// Parses the file, once.
    pub(crate) fn load() -> Result<Self, SeedError> {
        static CITIES: LazyLock<Result<Vec<City>, serde_json::Error>> =
            LazyLock::new(|| serde_json::from_str(include_str!("../../assets/cities.json")));
        CITIES.as_deref().map(Self).map_err(SeedError::Cities)
    }

    /// The city of this name.
    pub(crate) fn find(self, name: &str) -> Option<&'static City> {
        self.0.iter().find(|city| city.name == name)
    }
}

/// A region by its German name.
fn region<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Region, D::Error> {
    let name = <&str>::deserialize(deserializer)?;
    Region::parse(name).ok_or_else(|| D::Error::custom(format!("no region is named {name}")))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use portal_domain::town::TownId;

    use super::*;

    #[test]
    fn load_parses_every_city_of_the_file() {
        let Cities(cities) = Cities::load().unwrap();
        assert_eq!(cities.len(), 28);
        assert_eq!(cities.iter().map(|city| city.districts.len()).sum::<usize>(), 110);
        let names: HashSet<&str> = cities.iter().map(|city| city.name).collect();
        assert_eq!(names.len(), cities.len());
    }

    #[test]
    fn cities_have_all_that_offers_draw_from() {
        for city in Cities::load().unwrap().0 {
            let texts = [city.name, city.university, city.to_campus, city.stop, city.green];
            assert!(texts.iter().chain(&city.notes).all(|text| !text.is_empty()), "{city:?}");
            assert!(city.rent > 0 && !city.notes.is_empty() && !city.districts.is_empty(), "{city:?}");
            for district in &city.districts {
                let texts = [district.name, district.at, district.postal_code];
                assert!(texts.iter().chain(&district.streets).all(|text| !text.is_empty()), "{district:?}");
                assert!(district.minutes > 0 && !district.streets.is_empty(), "{district:?}");
            }
        }
    }

    #[test]
    fn postal_codes_are_those_of_their_city() {
        for city in Cities::load().unwrap().0 {
            let town = TownId::find(city.name);
            assert!(town.is_some(), "{}", city.name);
            for district in &city.districts {
                assert_eq!(TownId::of_address(district.postal_code, city.name), town, "{city:?} {district:?}");
            }
        }
    }
}
