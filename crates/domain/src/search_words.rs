//! Search words: how texts are indexed and how keywords are matched.
//!
//! This is the only place that makes terms. Every search adapter stores what [`of_listing`] returns
//! and looks up what [`of_keyword`] returns, so that all of them find the same listings.
//!
//! A word is folded (case, accents, umlaut spelling: `München`, `Muenchen` and `Munchen` are one
//! term) and stemmed in German and English. Stop words are dropped unless nothing else is left. A
//! keyword's word that names a city in English (`Munich`) matches the German name as well.

mod city_names;
mod stop_words;

use std::collections::BTreeMap;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::limits::MAX_KEYWORD_WORDS;
use crate::listing::{ListingFacts, ListingTexts};

/// The maximum length of a term, in characters; longer words are truncated. No name or place comes
/// near.
const MAX_WORD_CHARS: usize = 48;

/// The field class of a term: a match in a headline counts more than one in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// In a description or the name of an amenity.
    Text,
    /// In the title or the address.
    Headline,
}

/// A word of a keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordWord {
    /// The folded word as typed.
    pub surface: String,
    /// Alternative terms that match exactly, where they differ from `surface`: the stems, and the
    /// German names of cities that the word names in English.
    pub stems: Vec<String>,
}

/// The minimum length of a prefix that matches an English city name, in characters.
const MIN_CITY_PREFIX_CHARS: usize = 3;

impl KeywordWord {
    /// The maximum edit distance of a fuzzy match: none below four letters or with a digit (another
    /// number is another thing), one from four letters, two from eight.
    pub fn max_edits(&self) -> usize {
        if self.surface.chars().any(char::is_numeric) {
            return 0;
        }
        match self.surface.chars().count() {
            0..4 => 0,
            4..8 => 1,
            _ => 2,
        }
    }

    /// Whether an indexed term matches exactly: it is one of the stems, or begins with the typed
    /// word. [Fuzzy matches](Self::is_fuzzy_match) count less.
    pub fn is_exact_match(&self, stored: &str) -> bool {
        stored.starts_with(&self.surface) || self.stems.iter().any(|stem| stem == stored)
    }

    /// Whether the typed word is the whole name, in the listing's spelling or in English.
    pub fn is_full_name(&self, name: &str) -> bool {
        self.surface == name || city_names::english_names(name).any(|english| english == self.surface)
    }

    /// Adds the German names of cities that this word names in English: in full, by a prefix or by
    /// a fuzzy match.
    fn add_german_names(&mut self) {
        let can_begin = self.surface.chars().count() >= MIN_CITY_PREFIX_CHARS;
        let names_city =
            |english: &str| can_begin && english.starts_with(&self.surface) || self.is_fuzzy_match(english);
        let german: Vec<&str> = city_names::german_names(names_city).collect();
        for name in german {
            if name != self.surface && self.stems.iter().all(|known| known != name) {
                self.stems.push(name.to_owned());
            }
        }
    }

    /// Whether an indexed term is within [`max_edits`](Self::max_edits) of this one (Levenshtein
    /// distance to `surface`, in characters). Each adapter finds such terms by its own index.
    pub fn is_fuzzy_match(&self, stored: &str) -> bool {
        let edits = self.max_edits();
        let (letters, others) = (self.surface.chars().count(), stored.chars().count());
        edits > 0 && letters.abs_diff(others) <= edits && strsim::levenshtein(&self.surface, stored) <= edits
    }
}

/// The terms that a listing is indexed by, each with its best weight, in alphabetical order.
pub fn of_listing(facts: &ListingFacts, texts: &ListingTexts) -> Vec<(String, Weight)> {
    let address = &facts.address;
    let headline = [
        facts.title.as_str(),
        address.city.as_str(),
        address.district.as_deref().unwrap_or_default(),
        address.postal_code.as_str(),
        address.street.as_str(),
        address.region.as_str(),
    ];
    let texts = [&texts.description, &texts.tenant_description, &texts.location_description];
    let names = facts.unit_type.names().iter().chain(facts.amenities.iter().flat_map(|amenity| amenity.names()));

    let mut words = BTreeMap::new();
    let mut add = |text: &str, weight: Weight| {
        for word in terms_of(text) {
            for form in std::iter::once(word.surface).chain(word.stems) {
                let best = words.entry(form).or_insert(weight);
                *best = weight.max(*best);
            }
        }
    };
    for text in texts {
        add(text, Weight::Text);
    }
    for name in names {
        add(name, Weight::Text);
    }
    for text in headline {
        add(text, Weight::Headline);
    }
    words.into_iter().collect()
}

/// The distinct words of a keyword, in the order typed: the first [`MAX_KEYWORD_WORDS`]. Empty if it
/// has no letter or digit.
pub fn of_keyword(keyword: &str) -> Vec<KeywordWord> {
    let mut words = of_name(keyword);
    words.truncate(MAX_KEYWORD_WORDS);
    for word in &mut words {
        word.add_german_names();
    }
    words
}

/// The distinct words of a city's or district's name, as its listings are indexed.
pub fn of_name(name: &str) -> Vec<KeywordWord> {
    let mut words: Vec<KeywordWord> = Vec::new();
    for word in terms_of(name) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A name in comparable form: its folded words, stop words included, joined by one space. Empty if
/// it has no letter or digit.
pub fn folded_name(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The folded names of a city: the German one, then the English ones.
pub fn folded_city_names(city: &str) -> Vec<String> {
    let own = folded_name(city);
    let english = city_names::english_names(&own).map(str::to_owned).collect::<Vec<_>>();
    std::iter::once(own).chain(english).collect()
}

fn terms_of(text: &str) -> Vec<KeywordWord> {
    let surfaces: Vec<String> = fold(text)
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| word.chars().take(MAX_WORD_CHARS).collect())
        .collect();
    let only_stop_words = surfaces.iter().all(|word| stop_words::contains(word));
    let (german, english) = (Stemmer::create(Algorithm::German), Stemmer::create(Algorithm::English));
    surfaces
        .into_iter()
        .filter(|word| only_stop_words || !stop_words::contains(word))
        .map(|surface| {
            let mut stems: Vec<String> = Vec::new();
            for stem in [german.stem(&surface), english.stem(&surface)] {
                if !stem.is_empty() && stem != surface.as_str() && !stems.iter().any(|known| *known == stem) {
                    stems.push(stem.into_owned());
                }
            }
            KeywordWord { surface, stems }
        })
        .collect()
}

/// Lower case without accents; `ä`, `ae` and `a` are equal, as are `ß` and `ss`.
fn fold(text: &str) -> String {
    let bare: String = text
        .nfkd()
        .filter(|c| !is_combining_mark(*c))
        .flat_map(char::to_lowercase)
        .filter(|c| !is_combining_mark(*c))
        .collect();
    bare.replace('ß', "ss").replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

#[cfg(test)]
mod tests;
