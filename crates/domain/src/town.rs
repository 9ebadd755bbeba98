//! German towns: the town of an address, and the towns around another one.
//!
//! The towns are those of `data/towns.tsv`, which `scripts/towns.sh` makes from data of GeoNames.

mod table;

use crate::listing::{ListingAddress, Region};
use crate::search_words::folded_name;
use table::TABLE;

/// A town, by its line in the file. The number changes with the file, so only a copy that is valid
/// for one program may contain it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TownId(u16);

impl TownId {
    /// The town of an address. The postal code decides: of its towns the one with the name of the
    /// city, then one whose name continues that of the city or begins it (`Halle` and
    /// `Halle (Saale)`), then the largest. `None` if no town has the postal code.
    pub fn of_address(postal_code: &str, city: &str) -> Option<Self> {
        let towns = Self::list_by_postal_code(postal_code);
        if let [only] = towns {
            return Some(*only);
        }
        let city = folded_name(city);
        let with_name =
            |is_named: fn(&str, &str) -> bool| towns.iter().find(|town| is_named(TABLE.folded(**town), &city));
        with_name(|town, city| town == city).or_else(|| with_name(continues)).or_else(|| towns.first()).copied()
    }

    /// The town that a search names, in any spelling or in English. Of several towns with the name
    /// it is the largest; without one, the largest whose name continues it (`Frankfurt`).
    pub fn find(name: &str) -> Option<Self> {
        let whole = folded_name(name);
        TABLE.find(&whole).or_else(|| {
            // `Halle (Saale)`, `Frankfurt/Main`.
            let base = folded_name(name.split(['(', '/', ',']).next().unwrap_or_default());
            if base == whole { None } else { TABLE.find(&base) }
        })
    }

    /// The towns with a postal code, the largest first.
    pub fn list_by_postal_code(postal_code: &str) -> &'static [Self] {
        TABLE.with_postal_code(postal_code)
    }

    /// The towns whose name begins with a folded text, the largest first.
    pub fn list_by_prefix(folded: &str, limit: usize) -> Vec<Self> {
        TABLE.with_prefix(folded, limit)
    }

    /// Below the number of towns.
    pub const fn number(self) -> u16 {
        self.0
    }

    pub fn name(self) -> &'static str {
        TABLE.get(self).map_or("", |town| town.name)
    }

    pub fn region(self) -> Region {
        TABLE.get(self).map_or(Region::Berlin, |town| town.region)
    }

    /// The postal codes that addresses in this town may have.
    pub fn postal_codes(self) -> impl Iterator<Item = &'static str> {
        TABLE.get(self).map_or("", |town| town.postal_codes).split(' ')
    }

    /// In whole kilometres, in a straight line.
    pub fn distance_to(self, other: Self) -> u16 {
        match (TABLE.get(self), TABLE.get(other)) {
            (Some(one), Some(other)) => one.location.kilometres_to(other.location),
            _ => u16::MAX,
        }
    }
}

/// Whether one name begins with all words of the other.
fn continues(one: &str, other: &str) -> bool {
    let begins = |long: &str, short: &str| long.strip_prefix(short).is_some_and(|rest| rest.starts_with(' '));
    !one.is_empty() && !other.is_empty() && (begins(one, other) || begins(other, one))
}

/// The number of towns.
pub fn count() -> usize {
    TABLE.len()
}

/// How far from a town a search goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Radius(u16);

impl Radius {
    /// The choices, in kilometres.
    pub const CHOICES: [u16; 4] = [5, 10, 20, 50];
    /// The largest choice.
    pub const WIDEST: Self = Self(50);

    /// `None` unless it is one of the choices.
    pub fn new(kilometres: u16) -> Option<Self> {
        Self::CHOICES.contains(&kilometres).then_some(Self(kilometres))
    }

    pub const fn kilometres(self) -> u16 {
        self.0
    }
}

/// The surroundings of a town. A listing belongs to them if its [town](TownId::of_address) does, so
/// their size does not depend on the number of listings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Near {
    pub town: TownId,
    pub radius: Radius,
}

impl Near {
    /// `None` if no town has this name.
    pub fn new(city: &str, radius: Radius) -> Option<Self> {
        TownId::find(city).map(|town| Self { town, radius })
    }

    /// The towns with their distances in kilometres, by ascending distance. The first is the town
    /// itself, or one at the same location.
    pub fn towns(self) -> &'static [(TownId, u16)] {
        let neighbours = TABLE.neighbours(self.town);
        let count = neighbours.partition_point(|(_, distance)| *distance <= self.radius.0);
        neighbours.get(..count).unwrap_or_default()
    }

    /// The distance of a listing in kilometres; `None` if it is farther away, or in no town.
    pub fn distance_of(self, address: &ListingAddress) -> Option<u16> {
        self.distance_of_town(TownId::of_address(&address.postal_code, &address.city)?)
    }

    /// The distance of a town in kilometres; `None` if it is farther away.
    pub fn distance_of_town(self, town: TownId) -> Option<u16> {
        Some(self.town.distance_to(town)).filter(|distance| *distance <= self.radius.0)
    }
}

#[cfg(test)]
mod tests;
