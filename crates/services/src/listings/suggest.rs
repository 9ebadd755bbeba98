//! Places for a keyword that is being typed.

use std::cmp::Reverse;

use portal_domain::search_words::{self, KeywordWord};

use crate::error::ServiceError;
use crate::ports::Ports;

/// As many as a list below a field shows at once.
pub const SUGGESTIONS: usize = 8;

/// A city, or a district of one, as its listings name it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    pub city: String,
    /// `None`: the city as a whole.
    pub district: Option<String>,
}

/// A place, and how many listings can be found there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaceCount {
    pub place: Place,
    pub listings: u64,
}

/// A place with the words of its names, which are worth keeping: making them takes longer than comparing them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    place: Place,
    city: Vec<KeywordWord>,
    district: Option<Vec<KeywordWord>>,
}

impl NamedPlace {
    pub fn new(place: Place) -> Self {
        let city = search_words::of_keyword(&place.city);
        let district = place.district.as_deref().map(search_words::of_keyword);
        Self { place, city, district }
    }

    pub fn place(&self) -> &Place {
        &self.place
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
        own.then_some(worst)
    }
}

/// How a place matches what was typed; the less the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    AsTyped,
    Alike,
}

/// The places that these words can mean: those that are named as typed before those with a typing error, then those with
/// the most listings, then by name. All words must be found in the place's names, and at least one of them in the name of
/// the district if there is one.
pub fn suggested(words: &[KeywordWord], places: impl IntoIterator<Item = PlaceCount>, limit: usize) -> Vec<PlaceCount> {
    let named: Vec<(NamedPlace, u64)> =
        places.into_iter().map(|counted| (NamedPlace::new(counted.place), counted.listings)).collect();
    suggested_of(words, named.iter().map(|(place, listings)| (place, *listings)), limit)
}

/// [`suggested`] for whoever keeps the names' words.
pub fn suggested_of<'a>(
    words: &[KeywordWord],
    places: impl IntoIterator<Item = (&'a NamedPlace, u64)>,
    limit: usize,
) -> Vec<PlaceCount> {
    let mut fitting: Vec<(Fit, Reverse<u64>, &Place)> = places
        .into_iter()
        .filter_map(|(named, listings)| Some((named.fit(words)?, Reverse(listings), named.place())))
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

#[cfg(test)]
mod tests;
