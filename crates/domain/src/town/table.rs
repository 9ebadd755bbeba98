//! The table of towns, read once.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use super::{Radius, TownId};
use crate::listing::Region;
use crate::search_words::{folded_city_names, folded_name};

/// A line has name, state, latitude and longitude in thousandths of a degree, and postal codes. The
/// largest town is the first.
const FILE: &str = include_str!("../../data/towns.tsv");

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

const EARTH_RADIUS_KM: f64 = 6_371.0;

#[derive(Debug)]
pub(super) struct Table {
    towns: Vec<Town>,
    /// Of each postal code, the largest town first.
    by_postal_code: BTreeMap<&'static str, Vec<TownId>>,
    /// The largest town of each folded name, English names included.
    by_name: BTreeMap<String, TownId>,
    /// Of each town, computed when a search needs it.
    neighbours: Vec<OnceLock<Vec<(TownId, u16)>>>,
}

#[derive(Debug)]
pub(super) struct Town {
    pub(super) name: &'static str,
    pub(super) folded: String,
    pub(super) region: Region,
    pub(super) location: Location,
    /// Separated by spaces.
    pub(super) postal_codes: &'static str,
}

/// In radians.
#[derive(Debug, Clone, Copy)]
pub(super) struct Location {
    latitude: f64,
    longitude: f64,
}

impl Location {
    /// In whole kilometres, on a sphere.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "no two towns of Germany are 1,000 km apart"
    )]
    pub(super) fn kilometres_to(self, other: Self) -> u16 {
        let haversine = |angle: f64| (angle / 2.0).sin().powi(2);
        let along_parallels = self.latitude.cos() * other.latitude.cos() * haversine(other.longitude - self.longitude);
        let chord = haversine(other.latitude - self.latitude) + along_parallels;
        (2.0 * EARTH_RADIUS_KM * chord.sqrt().asin()).round() as u16
    }
}

impl Town {
    /// `None` if the line has another form.
    pub(super) fn parse(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (name, region) = (fields.next()?, region(fields.next()?)?);
        let [latitude, longitude] = [fields.next()?, fields.next()?].map(str::parse::<i32>);
        let radians = |thousandths: i32| (f64::from(thousandths) / 1_000.0).to_radians();
        let location = Location { latitude: radians(latitude.ok()?), longitude: radians(longitude.ok()?) };
        Some(Self { name, folded: folded_name(name), region, location, postal_codes: fields.next()? })
    }
}

/// The state with this code of ISO 3166-2.
fn region(code: &str) -> Option<Region> {
    Some(match code {
        "BW" => Region::BadenWuerttemberg,
        "BY" => Region::Bayern,
        "BE" => Region::Berlin,
        "BB" => Region::Brandenburg,
        "HB" => Region::Bremen,
        "HH" => Region::Hamburg,
        "HE" => Region::Hessen,
        "MV" => Region::MecklenburgVorpommern,
        "NI" => Region::Niedersachsen,
        "NW" => Region::NordrheinWestfalen,
        "RP" => Region::RheinlandPfalz,
        "SL" => Region::Saarland,
        "SN" => Region::Sachsen,
        "ST" => Region::SachsenAnhalt,
        "SH" => Region::SchleswigHolstein,
        "TH" => Region::Thueringen,
        _ => return None,
    })
}

impl Table {
    fn read() -> Self {
        let towns: Vec<Town> = FILE.lines().filter_map(Town::parse).collect();
        let mut by_postal_code: BTreeMap<&'static str, Vec<TownId>> = BTreeMap::new();
        let mut by_name = BTreeMap::new();
        for (number, town) in (0..).zip(&towns) {
            for postal_code in town.postal_codes.split(' ') {
                by_postal_code.entry(postal_code).or_default().push(TownId(number));
            }
            for name in folded_city_names(town.name) {
                by_name.entry(name).or_insert(TownId(number));
            }
        }
        let neighbours = towns.iter().map(|_| OnceLock::new()).collect();
        Self { towns, by_postal_code, by_name, neighbours }
    }

    pub(super) fn len(&self) -> usize {
        self.towns.len()
    }

    pub(super) fn get(&self, town: TownId) -> Option<&Town> {
        self.towns.get(usize::from(town.0))
    }

    pub(super) fn with_postal_code(&self, postal_code: &str) -> &[TownId] {
        self.by_postal_code.get(postal_code).map(Vec::as_slice).unwrap_or_default()
    }

    /// The largest town with this folded name, or else whose name continues it.
    pub(super) fn find(&self, name: &str) -> Option<TownId> {
        if name.is_empty() {
            return None;
        }
        self.by_name.get(name).copied().or_else(|| self.names_from(&format!("{name} ")).min())
    }

    /// The towns whose folded name begins with this text, the largest first.
    pub(super) fn with_prefix(&self, text: &str, limit: usize) -> Vec<TownId> {
        let mut found: Vec<TownId> = if text.is_empty() { Vec::new() } else { self.names_from(text).collect() };
        found.sort_unstable();
        // A town may have a German and an English name.
        found.dedup();
        found.truncate(limit);
        found
    }

    fn names_from<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = TownId> {
        let names = self.by_name.range(prefix.to_owned()..);
        names.take_while(move |(name, _)| name.starts_with(prefix)).map(|(_, town)| *town)
    }

    /// The towns within the largest radius with their distances, by ascending distance.
    pub(super) fn neighbours(&self, town: TownId) -> &[(TownId, u16)] {
        let (Some(center), Some(neighbours)) = (self.get(town), self.neighbours.get(usize::from(town.0))) else {
            return &[];
        };
        neighbours.get_or_init(|| self.find_neighbours(center.location))
    }

    fn find_neighbours(&self, center: Location) -> Vec<(TownId, u16)> {
        // A band of latitudes that is a little too wide leaves few distances to compute.
        let band = f64::from(Radius::WIDEST.kilometres() + 1) / EARTH_RADIUS_KM;
        let in_band = |town: &Town| (town.location.latitude - center.latitude).abs() <= band;
        let towns = (0..).map(TownId).zip(&self.towns).filter(|(_, town)| in_band(town));
        let distances = towns.map(|(id, town)| (id, center.kilometres_to(town.location)));
        let mut neighbours: Vec<(TownId, u16)> =
            distances.filter(|(_, distance)| *distance <= Radius::WIDEST.kilometres()).collect();
        neighbours.sort_unstable_by_key(|(id, distance)| (*distance, *id));
        neighbours.shrink_to_fit();
        neighbours
    }

    /// The lines of the file.
    #[cfg(test)]
    pub(super) fn lines() -> std::str::Lines<'static> {
        FILE.lines()
    }
}
