//! The table of towns, read once.

use std::sync::{LazyLock, OnceLock};

use super::{Radius, TownId};
use crate::listing::Region;
use crate::search_words::folded_city_names;

/// A line has name, state, latitude and longitude in thousandths of a degree, and postal codes. The
/// largest town is the first.
const FILE: &str = include_str!("../../data/towns.tsv");

pub(super) static TABLE: LazyLock<Table> = LazyLock::new(Table::read);

const EARTH_RADIUS_KM: f64 = 6_371.0;

/// Compact, because every process holds it: the names are parts of one text, and what is looked up is
/// sorted.
#[derive(Debug)]
pub(super) struct Table {
    towns: Vec<Town>,
    postal_codes: PostalCodes,
    /// The folded names of all towns, one after the other, English names included.
    folded: String,
    /// By ascending name; of several towns with one name the largest.
    names: Vec<(Part, TownId)>,
    /// Of each town, computed when a search needs it.
    neighbours: Vec<OnceLock<Neighbours>>,
}

/// Towns with their distances in kilometres, by ascending distance.
type Neighbours = Box<[(TownId, u16)]>;

#[derive(Debug)]
pub(super) struct Town {
    pub(super) name: &'static str,
    pub(super) region: Region,
    pub(super) location: Location,
    /// Separated by spaces.
    pub(super) postal_codes: &'static str,
    folded: Part,
}

/// The towns of each postal code, the largest first.
#[derive(Debug, Default)]
struct PostalCodes {
    /// Ascending, each with the end of its towns.
    codes: Vec<(u32, u32)>,
    towns: Vec<TownId>,
}

impl PostalCodes {
    fn of(towns: &[Town]) -> Self {
        let mut pairs: Vec<(u32, TownId)> = (0..)
            .zip(towns)
            .flat_map(|(number, town)| town.postal_codes.split(' ').map(move |code| (code, TownId(number))))
            .filter_map(|(code, town)| Some((postal_code(code)?, town)))
            .collect();
        pairs.sort_unstable();
        let mut found = Self::default();
        for (end, (code, town)) in (1..).zip(pairs) {
            found.towns.push(town);
            match found.codes.last_mut() {
                Some((last, last_end)) if *last == code => *last_end = end,
                _ => found.codes.push((code, end)),
            }
        }
        found
    }

    fn towns(&self, code: &str) -> Option<&[TownId]> {
        let code = postal_code(code)?;
        let index = self.codes.binary_search_by_key(&code, |(known, _)| *known).ok()?;
        let end = |index: usize| self.codes.get(index).map_or(0, |(_, end)| *end as usize);
        self.towns.get(index.checked_sub(1).map_or(0, end)..end(index))
    }
}

/// `None` unless it has five digits.
fn postal_code(text: &str) -> Option<u32> {
    let is_code = text.len() == 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_code)
}

/// A name in the text of all folded names.
#[derive(Debug, Clone, Copy, Default)]
struct Part {
    start: u32,
    length: u16,
}

impl Part {
    fn push(folded: &mut String, name: &str) -> Self {
        let start = u32::try_from(folded.len()).unwrap_or(u32::MAX);
        folded.push_str(name);
        Self { start, length: u16::try_from(name.len()).unwrap_or(u16::MAX) }
    }

    fn text(self, folded: &str) -> &str {
        let start = self.start as usize;
        folded.get(start..start + usize::from(self.length)).unwrap_or_default()
    }
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
        Some(Self { name, region, location, postal_codes: fields.next()?, folded: Part::default() })
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
        let mut towns: Vec<Town> = FILE.lines().filter_map(Town::parse).collect();
        towns.shrink_to_fit();
        let (mut folded, mut names) = (String::new(), Vec::new());
        for (id, town) in (0..).map(TownId).zip(&mut towns) {
            let parts: Vec<Part> =
                folded_city_names(town.name).iter().map(|name| Part::push(&mut folded, name)).collect();
            town.folded = parts.first().copied().unwrap_or_default();
            names.extend(parts.into_iter().map(|part| (part, id)));
        }
        folded.shrink_to_fit();
        names.sort_unstable_by_key(|(name, town)| (name.text(&folded), *town));
        names.dedup_by_key(|(name, _)| name.text(&folded));
        names.shrink_to_fit();
        let neighbours = towns.iter().map(|_| OnceLock::new()).collect();
        Self { postal_codes: PostalCodes::of(&towns), towns, folded, names, neighbours }
    }

    pub(super) fn len(&self) -> usize {
        self.towns.len()
    }

    pub(super) fn folded(&self, town: TownId) -> &str {
        self.get(town).map_or("", |town| town.folded.text(&self.folded))
    }

    pub(super) fn get(&self, town: TownId) -> Option<&Town> {
        self.towns.get(usize::from(town.0))
    }

    pub(super) fn with_postal_code(&self, postal_code: &str) -> &[TownId] {
        self.postal_codes.towns(postal_code).unwrap_or_default()
    }

    /// The largest town with this folded name, or else whose name continues it.
    pub(super) fn find(&self, name: &str) -> Option<TownId> {
        if name.is_empty() {
            return None;
        }
        let first = self.names_from(name).next().filter(|(found, _)| *found == name);
        first.map(|(_, town)| town).or_else(|| self.names_from(&format!("{name} ")).map(|(_, town)| town).min())
    }

    /// The towns whose folded name begins with this text, the largest first.
    pub(super) fn with_prefix(&self, text: &str, limit: usize) -> Vec<TownId> {
        let mut found: Vec<TownId> =
            if text.is_empty() { Vec::new() } else { self.names_from(text).map(|(_, town)| town).collect() };
        found.sort_unstable();
        // A town may have a German and an English name.
        found.dedup();
        found.truncate(limit);
        found
    }

    fn names_from<'a>(&'a self, prefix: &'a str) -> impl Iterator<Item = (&'a str, TownId)> {
        let start = self.names.partition_point(|(name, _)| name.text(&self.folded) < prefix);
        let names = self.names.get(start..).unwrap_or_default().iter();
        names.map(|(name, town)| (name.text(&self.folded), *town)).take_while(move |(name, _)| name.starts_with(prefix))
    }

    /// The towns within the largest radius with their distances, by ascending distance.
    pub(super) fn neighbours(&self, town: TownId) -> &[(TownId, u16)] {
        let (Some(center), Some(neighbours)) = (self.get(town), self.neighbours.get(usize::from(town.0))) else {
            return &[];
        };
        neighbours.get_or_init(|| self.find_neighbours(center.location))
    }

    fn find_neighbours(&self, center: Location) -> Neighbours {
        // A band of latitudes that is a little too wide leaves few distances to compute.
        let band = f64::from(Radius::WIDEST.kilometres() + 1) / EARTH_RADIUS_KM;
        let in_band = |town: &Town| (town.location.latitude - center.latitude).abs() <= band;
        let towns = (0..).map(TownId).zip(&self.towns).filter(|(_, town)| in_band(town));
        let distances = towns.map(|(id, town)| (id, center.kilometres_to(town.location)));
        let mut neighbours: Vec<(TownId, u16)> =
            distances.filter(|(_, distance)| *distance <= Radius::WIDEST.kilometres()).collect();
        neighbours.sort_unstable_by_key(|(id, distance)| (*distance, *id));
        neighbours.into_boxed_slice()
    }

    /// The lines of the file.
    #[cfg(test)]
    pub(super) fn lines() -> std::str::Lines<'static> {
        FILE.lines()
    }
}
