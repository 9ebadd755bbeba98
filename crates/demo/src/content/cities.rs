//! German university cities, with real districts and postal codes.

mod east;
mod north;
mod south;
mod west;

use portal_domain::listing::Region;

/// The data of a city for texts and prices.
#[derive(Debug)]
pub(crate) struct City {
    pub name: &'static str,
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
    pub notes: &'static [&'static str],
    pub districts: &'static [District],
}

#[derive(Debug)]
pub(crate) struct District {
    pub name: &'static str,
    /// "ein Zimmer {in der Südstadt}".
    pub at: &'static str,
    pub postal_code: &'static str,
    /// Minutes by bicycle to the university.
    pub minutes: i64,
    pub streets: &'static [&'static str],
}

const fn district(
    name: &'static str,
    at: &'static str,
    postal_code: &'static str,
    minutes: i64,
    streets: &'static [&'static str],
) -> District {
    District { name, at, postal_code, minutes, streets }
}

/// The city of this name.
pub(crate) fn find_city(name: &str) -> Option<&'static City> {
    all().find(|city| city.name == name)
}

pub(crate) fn all() -> impl Iterator<Item = &'static City> {
    [north::CITIES, east::CITIES, south::CITIES, west::CITIES].into_iter().flatten()
}
