//! Search words: what a text is found under, and what a keyword looks for.
//!
//! This is the only place where words are made. Every search adapter stores what [`of_listing`] gives
//! and asks what [`of_keyword`] gives, so that all of them find the same.
//!
//! A word is folded (case, accents, umlaut spelling: `München`, `Muenchen` and `Munchen` are one) and
//! stemmed in German and English. Stop words are dropped unless nothing else is left. A word of a keyword
//! that names a city in English (`Munich`) looks for the German name as well.

mod city_names;
mod stop_words;

use std::collections::BTreeMap;

use rust_stemmers::{Algorithm, Stemmer};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::listing::ListingDetails;

/// The longest word that is kept, in characters; what is longer is cut. No name or place comes near.
const MAX_WORD_CHARS: usize = 48;

/// How much it says of a listing that a word stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Weight {
    /// In a description, or the name of an amenity.
    Text,
    /// In the title, or a part of the address.
    Headline,
}

/// A word of a keyword.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeywordWord {
    /// As typed, folded.
    pub surface: String,
    /// Other words that count as this one, where they differ from `surface`: its stems, and the German names of the
    /// cities that it names in English.
    pub stems: Vec<String>,
}

/// From so many letters on, the beginning of an English city name stands for the city.
const CITY_NAME_LETTERS: usize = 3;

impl KeywordWord {
    /// How many letters of a stored word may be wrong: none below four letters or where a digit makes
    /// a near miss another thing, one from four letters, two from eight.
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

    /// Whether a stored word is this word, one of its stems, or begins with it. Words that are
    /// [near](Self::is_near) match as well.
    pub fn is_or_begins(&self, stored: &str) -> bool {
        stored.starts_with(&self.surface) || self.stems.iter().any(|stem| stem == stored)
    }

    /// Whether it is this word of a name in full, in the spelling of the listing or as the city's English name.
    pub fn is_in_full(&self, name: &str) -> bool {
        self.surface == name || city_names::english_names(name).any(|english| english == self.surface)
    }

    /// Lets a word that names a city in English, in full, as a beginning or with a typing error, look for its German name.
    fn add_german_names(&mut self) {
        let can_begin = self.surface.chars().count() >= CITY_NAME_LETTERS;
        let names_city = |english: &str| can_begin && english.starts_with(&self.surface) || self.is_near(english);
        let german: Vec<&str> = city_names::german_names(names_city).collect();
        for name in german {
            if name != self.surface && self.stems.iter().all(|known| known != name) {
                self.stems.push(name.to_owned());
            }
        }
    }

    /// Whether a stored word is within [`max_edits`](Self::max_edits) of this one (Levenshtein distance to
    /// `surface`, in characters). Each adapter finds such words by its own index.
    pub fn is_near(&self, stored: &str) -> bool {
        let edits = self.max_edits();
        let (letters, others) = (self.surface.chars().count(), stored.chars().count());
        edits > 0 && letters.abs_diff(others) <= edits && strsim::levenshtein(&self.surface, stored) <= edits
    }
}

/// The words that a listing is stored under, each with the weight of its best place, in alphabetical
/// order.
pub fn of_listing(details: &ListingDetails) -> Vec<(String, Weight)> {
    let address = &details.address;
    let headline = [
        details.title.as_str(),
        address.city.as_str(),
        address.district.as_deref().unwrap_or_default(),
        address.postal_code.as_str(),
        address.street.as_str(),
        address.region.as_str(),
    ];
    let texts = [&details.description, &details.tenant_description, &details.location_description];
    let names = details.unit_type.names().iter().chain(details.amenities.iter().flat_map(|amenity| amenity.names()));

    let mut words = BTreeMap::new();
    let mut add = |text: &str, weight: Weight| {
        for word in words_of(text) {
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

/// The words of a keyword, each once, in the order typed. Empty when there is no letter or digit in it.
pub fn of_keyword(keyword: &str) -> Vec<KeywordWord> {
    let mut words = of_name(keyword);
    for word in &mut words {
        word.add_german_names();
    }
    words
}

/// The words of a city's or district's name, each once: those that its listings are stored under.
pub fn of_name(name: &str) -> Vec<KeywordWord> {
    let mut words: Vec<KeywordWord> = Vec::new();
    for word in words_of(name) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// A name as it is compared with others: its folded words, stop words included, with one space between two. Empty for a
/// name without a letter or digit.
pub fn folded_name(name: &str) -> String {
    let folded = fold(name);
    let words: Vec<&str> = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The folded names of a city: its own, and the English ones.
pub fn folded_city_names(city: &str) -> Vec<String> {
    let own = folded_name(city);
    let english = city_names::english_names(&own).map(str::to_owned).collect::<Vec<_>>();
    std::iter::once(own).chain(english).collect()
}

fn words_of(text: &str) -> Vec<KeywordWord> {
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

/// Lower case without accents; `ä`, `ae` and `a` are one, as are `ß` and `ss`.
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
