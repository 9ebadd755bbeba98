//! Places for a keyword that is being typed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use portal_domain::place::PlaceKey;
use portal_domain::search_words::{self, KeywordWord};

use crate::error::ServiceError;
use crate::ports::Ports;

/// As many as a list below a field shows at once.
pub const SUGGESTIONS: usize = 8;

/// A city, or a district of one, as its listings spell it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub city: String,
    /// `None`: the city as a whole.
    pub district: Option<String>,
}

impl Place {
    /// What it has in common with other spellings of its names.
    pub fn key(&self) -> Option<PlaceKey> {
        PlaceKey::new(&self.city, self.district.as_deref())
    }

    /// Whether a folded text is its name and nothing else.
    fn is_named(&self, name: &str) -> bool {
        let cities = search_words::folded_city_names(&self.city);
        let Some(district) = self.district.as_deref().map(search_words::folded_name) else {
            return cities.iter().any(|city| city == name);
        };
        let beside_city = |city: &String| [format!("{district} {city}"), format!("{city} {district}")];
        district == name || cities.iter().flat_map(beside_city).any(|both| both == name)
    }
}

/// A place, and how many listings can be found there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceCount {
    pub place: Place,
    pub listings: u64,
}

/// The words of a place's names, which are worth keeping: making them takes longer than comparing them. All spellings of
/// a place have the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceWords {
    city: Vec<KeywordWord>,
    district: Option<Vec<KeywordWord>>,
}

impl PlaceWords {
    pub fn new(place: &Place) -> Self {
        let district = place.district.as_deref().map(search_words::of_name);
        Self { city: search_words::of_name(&place.city), district }
    }

    /// How these words can mean this place, if they can.
    fn fit(&self, words: &[KeywordWord]) -> Option<Fit> {
        let mut worst = Fit::AsTyped;
        let mut own = false;
        for word in words {
            let in_city = best(word, &self.city);
            let in_district = self.district.as_ref().and_then(|district| best(word, district));
            own |= self.district.is_none() || in_district.is_some();
            let best = match (in_city, in_district) {
                (Some(one), Some(other)) => one.min(other),
                (one, other) => one.or(other)?,
            };
            worst = worst.max(best);
        }
        let fit = if worst == Fit::AsTyped && self.is_named_in_full(words) { self.full() } else { worst };
        own.then_some(fit)
    }

    /// Whether each word of its own name is among these.
    fn is_named_in_full(&self, words: &[KeywordWord]) -> bool {
        let own = self.district.as_ref().unwrap_or(&self.city);
        let is_typed = |name: &KeywordWord| words.iter().any(|word| word.is_in_full(&name.surface));
        own.iter().all(is_typed)
    }

    fn full(&self) -> Fit {
        if self.district.is_none() { Fit::City } else { Fit::District }
    }
}

/// How a place matches what was typed; the less the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// Every word of the city's name was typed.
    City,
    /// Every word of the district's name was typed.
    District,
    AsTyped,
    Alike,
}

/// All listings of one place, whatever the spelling of its names.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    pub words: &'a PlaceWords,
    /// The most frequent spelling, see [`most_frequent`].
    pub place: &'a Place,
    pub listings: u64,
}

/// The spelling by which a place is called: that of most listings, and among equals the first by name.
pub fn most_frequent<'a>(spellings: impl IntoIterator<Item = (&'a Place, u64)>) -> Option<&'a Place> {
    let best = spellings.into_iter().min_by_key(|(place, listings)| (Reverse(*listings), *place));
    best.map(|(place, _)| place)
}

/// The places that these words can mean: those that are named in full, cities before districts, then those that are
/// named as typed, then those with a typing error; within each those with the most listings first, then by name. All
/// words must be found in the place's names, and at least one of them in the name of the district if there is one.
///
/// `spellings` are places as listings write them; those that differ in case, accents or umlaut spelling only are one.
pub fn suggested(
    words: &[KeywordWord],
    spellings: impl IntoIterator<Item = PlaceCount>,
    limit: usize,
) -> Vec<PlaceCount> {
    let mut groups: BTreeMap<PlaceKey, Vec<PlaceCount>> = BTreeMap::new();
    for counted in spellings {
        if let Some(key) = counted.place.key() {
            groups.entry(key).or_default().push(counted);
        }
    }
    let groups: Vec<(PlaceWords, &Vec<PlaceCount>)> =
        groups.values().filter_map(|spellings| Some((PlaceWords::new(&spellings.first()?.place), spellings))).collect();
    let candidates = groups.iter().filter_map(|(words, spellings)| {
        let place = most_frequent(spellings.iter().map(|counted| (&counted.place, counted.listings)))?;
        Some(Candidate { words, place, listings: spellings.iter().map(|counted| counted.listings).sum() })
    });
    suggested_of(words, candidates, limit)
}

/// [`suggested`] for an adapter that keeps places together and the words of their names.
pub fn suggested_of<'a>(
    words: &[KeywordWord],
    candidates: impl IntoIterator<Item = Candidate<'a>>,
    limit: usize,
) -> Vec<PlaceCount> {
    let mut fitting: Vec<(Fit, Reverse<u64>, &Place)> = candidates
        .into_iter()
        .filter_map(|candidate| Some((candidate.words.fit(words)?, Reverse(candidate.listings), candidate.place)))
        .collect();
    fitting.sort_unstable();
    fitting.truncate(limit);
    let counted =
        |(_, Reverse(listings), place): (Fit, Reverse<u64>, &Place)| PlaceCount { place: place.clone(), listings };
    fitting.into_iter().map(counted).collect()
}

fn best(word: &KeywordWord, names: &[KeywordWord]) -> Option<Fit> {
    let forms = || names.iter().flat_map(|name| std::iter::once(&name.surface).chain(&name.stems));
    if forms().any(|form| word.is_or_begins(form)) {
        return Some(Fit::AsTyped);
    }
    forms().any(|form| word.is_near(form)).then_some(Fit::Alike)
}

/// Places whose names what is typed can mean; none for a text without letters or digits.
pub async fn suggest(ports: &Ports, typed: &str) -> Result<Vec<PlaceCount>, ServiceError> {
    let words = search_words::of_keyword(typed);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    Ok(ports.search.suggest(&words, SUGGESTIONS).await?)
}

/// Places whose names are what is typed: a city, a district, or a district beside its city, in any spelling, and cities
/// by their English names too. Cities come first.
pub async fn suggest_exact(ports: &Ports, typed: &str) -> Result<Vec<PlaceCount>, ServiceError> {
    let name = search_words::folded_name(typed);
    let mut places = suggest(ports, typed).await?;
    places.retain(|counted| counted.place.is_named(&name));
    Ok(places)
}

#[cfg(test)]
mod tests;
