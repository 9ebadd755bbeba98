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
    let mut fitting: Vec<(Fit, PlaceCount)> =
        places.into_iter().filter_map(|counted| Some((fit(words, &counted.place)?, counted))).collect();
    fitting.sort_by(|(fit, one), (other_fit, other)| {
        (fit, Reverse(one.listings), &one.place).cmp(&(other_fit, Reverse(other.listings), &other.place))
    });
    fitting.truncate(limit);
    fitting.into_iter().map(|(_, counted)| counted).collect()
}

fn fit(words: &[KeywordWord], place: &Place) -> Option<Fit> {
    let city = search_words::of_keyword(&place.city);
    let district = place.district.as_deref().map(search_words::of_keyword);
    let mut worst = Fit::AsTyped;
    let mut own = false;
    for word in words {
        let in_city = best(word, &city);
        let in_district = district.as_ref().and_then(|district| best(word, district));
        own |= district.is_none() || in_district.is_some();
        let best = match (in_city, in_district) {
            (Some(one), Some(other)) => one.min(other),
            (one, other) => one.or(other)?,
        };
        worst = worst.max(best);
    }
    own.then_some(worst)
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
