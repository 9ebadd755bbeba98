//! Suggests places for a keyword as it is typed.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use portal_domain::place::PlaceKey;
use portal_domain::search_words::{self, KeywordWord};
use portal_domain::town::TownId;

use crate::error::ServiceError;
use crate::ports::{Place, PlaceCount, Ports};

/// The maximum number of suggestions.
pub const MAX_SUGGESTIONS: usize = 8;

/// The words of a place's names, to be cached: making them takes longer than comparing them. All
/// spellings of a place have the same.
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

    /// How well these words match this place, if they do.
    fn find_match(&self, words: &[KeywordWord]) -> Option<PlaceMatch> {
        let mut worst = PlaceMatch::Exact;
        let mut matches_own_name = false;
        for word in words {
            let in_city = best(word, &self.city);
            let in_district = self.district.as_ref().and_then(|district| best(word, district));
            matches_own_name |= self.district.is_none() || in_district.is_some();
            let best = match (in_city, in_district) {
                (Some(one), Some(other)) => one.min(other),
                (one, other) => one.or(other)?,
            };
            worst = worst.max(best);
        }
        let fit = if worst == PlaceMatch::Exact && self.is_named_in_full(words) { self.full() } else { worst };
        matches_own_name.then_some(fit)
    }

    /// Whether all words of the place's own name were typed.
    fn is_named_in_full(&self, words: &[KeywordWord]) -> bool {
        let own_name = self.district.as_ref().unwrap_or(&self.city);
        let is_typed = |name: &KeywordWord| words.iter().any(|word| word.is_full_name(&name.surface));
        own_name.iter().all(is_typed)
    }

    fn full(&self) -> PlaceMatch {
        if self.district.is_none() { PlaceMatch::City } else { PlaceMatch::District }
    }
}

/// How well a place matches; the lowest is the best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PlaceMatch {
    /// All words of the city's name were typed.
    City,
    /// All words of the district's name were typed.
    District,
    Exact,
    Fuzzy,
}

/// A place with all its spellings and their listings.
#[derive(Debug, Clone, Copy)]
pub struct PlaceCandidate<'a> {
    pub words: &'a PlaceWords,
    /// The most frequent spelling, see [`most_frequent_spelling`].
    pub place: &'a Place,
    pub listings: u64,
}

/// The spelling with the most listings; of equal ones the first by name.
pub fn most_frequent_spelling<'a>(spellings: impl IntoIterator<Item = (&'a Place, u64)>) -> Option<&'a Place> {
    let best = spellings.into_iter().min_by_key(|(place, listings)| (Reverse(*listings), *place));
    best.map(|(place, _)| place)
}

/// The places that match these words: first those whose full name was typed, cities before
/// districts, then exact matches, then fuzzy ones; among these by descending number of listings,
/// then by name. All words must match the place's names, and at least one the district's name if it
/// has one.
///
/// `spellings` are places as in listings; those that differ only in case, accents or umlaut
/// spelling are one place.
pub fn rank_places(
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
        let place = most_frequent_spelling(spellings.iter().map(|counted| (&counted.place, counted.listings)))?;
        Some(PlaceCandidate { words, place, listings: spellings.iter().map(|counted| counted.listings).sum() })
    });
    rank_candidates(words, candidates, limit)
}

/// [`rank_places`] for an adapter that caches the words of places.
pub fn rank_candidates<'a>(
    words: &[KeywordWord],
    candidates: impl IntoIterator<Item = PlaceCandidate<'a>>,
    limit: usize,
) -> Vec<PlaceCount> {
    let mut fitting: Vec<(PlaceMatch, Reverse<u64>, &Place)> = candidates
        .into_iter()
        .filter_map(|candidate| {
            Some((candidate.words.find_match(words)?, Reverse(candidate.listings), candidate.place))
        })
        .collect();
    fitting.sort_unstable();
    fitting.truncate(limit);
    let counted = |(_, Reverse(listings), place): (PlaceMatch, Reverse<u64>, &Place)| PlaceCount {
        place: place.clone(),
        listings,
    };
    fitting.into_iter().map(counted).collect()
}

fn best(word: &KeywordWord, names: &[KeywordWord]) -> Option<PlaceMatch> {
    let forms = || names.iter().flat_map(|name| std::iter::once(&name.surface).chain(&name.stems));
    if forms().any(|form| word.is_exact_match(form)) {
        return Some(PlaceMatch::Exact);
    }
    forms().any(|form| word.is_fuzzy_match(form)).then_some(PlaceMatch::Fuzzy)
}

/// Places that match the typed text; none for a text without letters or digits.
pub async fn suggest_places(ports: &Ports, typed: &str) -> Result<Vec<PlaceCount>, ServiceError> {
    let words = search_words::of_keyword(typed);
    if words.is_empty() {
        return Ok(Vec::new());
    }
    Ok(ports.search.suggest(&words, MAX_SUGGESTIONS).await?)
}

/// Fills suggestions up with towns without listings whose name begins with the typed text, the
/// largest first: a search may be around them.
pub fn add_towns(places: &mut Vec<PlaceCount>, typed: &str) {
    for town in TownId::list_by_prefix(&search_words::folded_name(typed), MAX_SUGGESTIONS) {
        let place = Place { city: town.name().to_owned(), district: None };
        let is_known = places.iter().any(|known| known.place.key() == place.key());
        if !is_known && places.len() < MAX_SUGGESTIONS {
            places.push(PlaceCount { place, listings: 0 });
        }
    }
}

/// Places whose full name is the typed text: a city, a district, or a district with its city, in
/// any spelling, and cities also by their English names. Cities come first.
pub async fn find_places_by_name(ports: &Ports, typed: &str) -> Result<Vec<PlaceCount>, ServiceError> {
    let name = search_words::folded_name(typed);
    let mut places = suggest_places(ports, typed).await?;
    places.retain(|counted| counted.place.is_full_name_of(&name));
    Ok(places)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MockPorts;

    fn counted(city: &str, district: Option<&str>, listings: u64) -> PlaceCount {
        PlaceCount { place: Place { city: city.to_owned(), district: district.map(str::to_owned) }, listings }
    }

    fn names(typed: &str, limit: usize) -> Vec<String> {
        let places = [
            counted("München", None, 40),
            counted("München", Some("Schwabing"), 12),
            counted("München", Some("Maxvorstadt"), 20),
            counted("Münster", None, 50),
            counted("Frankfurt am Main", None, 30),
            counted("Frankfurt am Main", Some("Bockenheim"), 3),
            counted("Mainz", None, 30),
            counted("Ulm", None, 30),
        ];
        let found = rank_places(&search_words::of_keyword(typed), places, limit);
        found.into_iter().map(|found| found.place.district.unwrap_or(found.place.city)).collect()
    }

    #[test]
    fn rank_places_prefix_matches_are_ordered_by_listings() {
        assert_eq!(names("mün", 8), ["Münster", "München"]);
        assert_eq!(names("MUEN", 8), ["Münster", "München"]);
        assert_eq!(names("schwa", 8), ["Schwabing"]);
        assert_eq!(names("main", 8), ["Frankfurt am Main", "Mainz"]);
        assert_eq!(names("xyz", 8), [""; 0]);
    }

    #[test]
    fn rank_places_district_needs_a_word_of_its_own_name() {
        assert_eq!(names("Schwabing München", 8), ["Schwabing"]);
        assert_eq!(names("München", 8), ["München"]);
        assert_eq!(names("Schwabing Ulm", 8), [""; 0]);
    }

    #[test]
    fn rank_places_fuzzy_matches_tolerate_typos() {
        assert_eq!(names("Muncehn", 8), [""; 0]);
        assert_eq!(names("Munchem", 8), ["München"]);
        assert_eq!(names("Mainx", 8), ["Frankfurt am Main", "Mainz"]);
    }

    #[test]
    fn rank_places_spellings_are_merged_under_most_frequent() {
        let places = [
            counted("Muenchen", None, 3),
            counted("München", None, 8),
            counted("Muenchen", Some("SCHWABING"), 2),
            counted("München", Some("Schwabing"), 2),
            counted("München", Some("Au"), 1),
            counted(" – ", None, 9),
        ];
        let found = rank_places(&search_words::of_keyword("mun"), places.clone(), 8);
        assert_eq!(found, [counted("München", None, 11)]);
        let found = rank_places(&search_words::of_keyword("schwab"), places, 8);
        assert_eq!(found, [counted("Muenchen", Some("SCHWABING"), 4)], "of equal spellings the first by name");
    }

    #[test]
    fn rank_places_full_names_come_first_and_cities_before_districts() {
        let places = [
            counted("Neustadt", None, 1),
            counted("Neustadt an der Aisch", None, 50),
            counted("Dresden", None, 60),
            counted("Dresden", Some("Neustadt"), 40),
            counted("Hamburg", Some("Neustadt"), 45),
        ];
        let found = rank_places(&search_words::of_keyword("Neustadt"), places, 8);
        let found: Vec<String> = found.into_iter().map(|found| found.place.city).collect();
        assert_eq!(found, ["Neustadt", "Hamburg", "Dresden", "Neustadt an der Aisch"]);
    }

    #[test]
    fn rank_places_english_names_and_prefixes_find_cities() {
        let names_for = |typed: &str| {
            let places =
                [counted("Köln", None, 4), counted("Köln", Some("Ehrenfeld"), 2), counted("Konstanz", None, 3)];
            let found = rank_places(&search_words::of_keyword(typed), places, 8);
            found.into_iter().map(|found| found.place.district.unwrap_or(found.place.city)).collect::<Vec<_>>()
        };
        for typed in ["Cologne", "colog", "COLOGN"] {
            assert_eq!(names_for(typed), ["Köln"], "{typed}");
        }
        assert_eq!(names_for("Constance"), ["Konstanz"]);
        assert_eq!(names_for("Ehrenfeld Cologne"), ["Ehrenfeld"]);
    }

    async fn exact(typed: &str) -> Vec<PlaceCount> {
        let places = vec![
            counted("Köln", None, 4),
            counted("Köln", Some("Au-Ehrenfeld"), 2),
            counted("Köln-Porz", None, 1),
            counted("Frankfurt am Main", None, 5),
        ];
        let mut ports = MockPorts::default();
        ports.search.expect_suggest().returning(move |words, limit| Ok(rank_places(words, places.clone(), limit)));
        find_places_by_name(&ports.build(), typed).await.unwrap()
    }

    #[tokio::test]
    async fn find_places_by_name_returns_places_with_full_name() {
        for typed in ["Köln", "koeln", " KOLN ", "Cologne"] {
            assert_eq!(exact(typed).await, [counted("Köln", None, 4)], "{typed}");
        }
        for typed in ["Au-Ehrenfeld", "au ehrenfeld, Köln", "Köln / Au-Ehrenfeld", "Au Ehrenfeld Cologne"] {
            assert_eq!(exact(typed).await, [counted("Köln", Some("Au-Ehrenfeld"), 2)], "{typed}");
        }
        assert_eq!(exact("frankfurt am main").await, [counted("Frankfurt am Main", None, 5)]);
        for typed in ["Köl", "Kölner", "Kölm", "Colog", "Frankfurt", "Köln Balkon", "Ehrenfeld", "", " – "] {
            assert_eq!(exact(typed).await, [], "{typed}");
        }
    }

    #[test]
    fn add_towns_fills_up_with_the_largest_towns() {
        let towns = |mut places: Vec<PlaceCount>, typed: &str| {
            add_towns(&mut places, typed);
            places.into_iter().map(|found| (found.place.city, found.listings)).collect::<Vec<_>>()
        };
        let known = |city: &str, listings: u64| (city.to_owned(), listings);
        let found = towns(vec![counted("MUENCHEN", None, 3)], "Mün");
        assert_eq!(found[..2], [known("MUENCHEN", 3), known("Münster", 0)]);
        assert_eq!(found.len(), MAX_SUGGESTIONS);
        assert_eq!(towns(Vec::new(), "Garching bei M"), [known("Garching bei München", 0)]);
        assert_eq!(towns(Vec::new(), "Munich"), [known("München", 0)]);
        assert_eq!(towns(vec![counted("Ulm", None, 1); MAX_SUGGESTIONS], "Köln").len(), MAX_SUGGESTIONS);
        for typed in ["", " – ", "Atlantis"] {
            assert!(towns(Vec::new(), typed).is_empty(), "{typed}");
        }
    }

    #[test]
    fn rank_places_returns_at_most_limit() {
        assert_eq!(names("m", 1), ["Münster"]);
    }

    #[tokio::test]
    async fn suggest_places_without_words_queries_nothing() {
        assert_eq!(suggest_places(&MockPorts::default().build(), " …").await.unwrap(), []);
    }

    #[tokio::test]
    async fn suggest_places_passes_words_and_limit() {
        let mut ports = MockPorts::default();
        ports
            .search
            .expect_suggest()
            .once()
            .withf(|words, limit| words == search_words::of_keyword("Ulm") && *limit == MAX_SUGGESTIONS)
            .returning(|_, _| Ok(vec![counted("Ulm", None, 30)]));
        assert_eq!(suggest_places(&ports.build(), "Ulm").await.unwrap(), [counted("Ulm", None, 30)]);
    }
}
