//! Saved searches in memory: which of them find a listing.
//!
//! This is the search backwards. What a listing must meet is the same as in the index: a word
//! matches if some term of the listing begins with it, equals one of its stems or is within its edit
//! distance, whichever other terms there are. So the words of all saved searches are looked up once
//! for each term of the listing, and only those saved searches are compared that share a word, a
//! place, a town or a unit type with it. Their other conditions are compared as numbers.

mod conditions;
mod fuzzy;
mod groups;
mod places;
mod slot_lists;
mod slots;
mod term_cache;
mod word_set;
mod words;

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use chrono::NaiveDate;
use conditions::{ANYWHERE, Conditions, ListingValues};
use foldhash::fast::RandomState;
use groups::{Candidate, Group, Groups, NO_WORD, groups_around, type_groups};
use places::PlaceNumbers;
use portal_domain::ids::SavedSearchId;
use portal_domain::place::PlaceKey;
use portal_domain::search_filters::SearchFilters;
use portal_domain::search_words::KeywordWord;
use portal_services::ports::{SavedSearchChange, SavedSearchMatcher, SearchDocument};
use slots::Slots;
use term_cache::TermCache;
use word_set::WordSet;
use words::Vocabulary;

/// All saved searches of the portal.
#[derive(Debug)]
pub struct InMemoryMatcher {
    // Matching changes its cache of terms, so reading locks as writing does. Neither takes longer
    // than milliseconds.
    held: Mutex<HeldSearches>,
}

impl InMemoryMatcher {
    /// Without saved searches. It remembers what the terms of listings match, in about
    /// `max_cache_bytes`.
    pub fn new(max_cache_bytes: usize) -> Self {
        Self { held: Mutex::new(HeldSearches::new(max_cache_bytes)) }
    }

    fn held(&self) -> MutexGuard<'_, HeldSearches> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SavedSearchMatcher for InMemoryMatcher {
    fn apply(&self, changes: Vec<SavedSearchChange>) {
        // Words are stemmed before the lock is taken.
        let changes: Vec<(SavedSearchId, Option<Requirements>)> =
            changes.into_iter().map(|change| (change.id, change.filters.as_ref().map(Requirements::of))).collect();
        let mut held = self.held();
        for (id, requirements) in changes {
            match requirements {
                Some(requirements) => held.put(id, requirements),
                None => held.remove(id),
            }
        }
    }

    fn matches(&self, listing: &SearchDocument, today: NaiveDate) -> Vec<SavedSearchId> {
        let values = ListingValues::of(&listing.card, today);
        self.held().find(listing, values)
    }

    fn count(&self) -> usize {
        self.held().by_id.len()
    }

    fn cached_bytes(&self) -> usize {
        self.held().terms.bytes()
    }
}

/// What filters ask for.
struct Requirements {
    words: Vec<KeywordWord>,
    place: Option<PlaceKey>,
    /// `None` if no listing can meet them.
    conditions: Option<Conditions>,
}

impl Requirements {
    fn of(filters: &SearchFilters) -> Self {
        Self { words: filters.words(), place: filters.place_key().cloned(), conditions: Conditions::of(filters) }
    }
}

#[derive(Debug)]
struct Search {
    id: SavedSearchId,
    /// Numbers of the vocabulary.
    words: Box<[u32]>,
    /// A number of the places, or [`ANYWHERE`].
    place: u32,
    /// Its group and its position there; `None` if no listing can match.
    filed: Option<(Group, u32)>,
}

#[derive(Debug)]
struct HeldSearches {
    searches: Slots<Search>,
    by_id: HashMap<SavedSearchId, u32, RandomState>,
    groups: Groups,
    places: PlaceNumbers,
    vocabulary: Vocabulary,
    terms: TermCache,
    /// The words that the listing matches; kept for its memory.
    found_words: WordSet,
}

impl HeldSearches {
    fn new(max_cache_bytes: usize) -> Self {
        Self {
            searches: Slots::default(),
            by_id: HashMap::default(),
            groups: Groups::default(),
            places: PlaceNumbers::default(),
            vocabulary: Vocabulary::default(),
            terms: TermCache::new(max_cache_bytes),
            found_words: WordSet::default(),
        }
    }

    /// Adds or replaces a saved search.
    fn put(&mut self, id: SavedSearchId, requirements: Requirements) {
        let Requirements { words, place, conditions } = requirements;
        let words = words.into_iter().map(|word| self.vocabulary.acquire(word)).collect();
        let place = place.map_or(ANYWHERE, |key| self.places.acquire(key));
        let number = self.searches.insert(Search { id, words, place, filed: None });
        if let Some(conditions) = conditions {
            self.file(number, conditions.at(place));
        }
        // The replaced one is discarded last, so that words of both are kept.
        if let Some(replaced) = self.by_id.insert(id, number) {
            self.discard(replaced);
        }
    }

    fn remove(&mut self, id: SavedSearchId) {
        if let Some(number) = self.by_id.remove(&id) {
            self.discard(number);
        }
    }

    /// Files a search under its place, its town or one of its words, whichever has fewer searches so far.
    fn file(&mut self, number: u32, conditions: Conditions) {
        let Some(search) = self.searches.get_mut(number) else { return };
        let groups = &self.groups;
        let by_place = (search.place != ANYWHERE).then_some(Group::Place(search.place));
        let by_town = conditions.near.map(|near| Group::around(near.town));
        let by_word = search.words.iter().map(|word| Group::Word(*word));
        let smallest = by_place.into_iter().chain(by_town).chain(by_word).min_by_key(|group| groups.get(*group).len());
        let group = smallest.unwrap_or(Group::Types(conditions.unit_types()));
        let other_word = search.words.iter().copied().find(|word| group != Group::Word(*word));
        let candidate = Candidate { conditions, word: other_word.unwrap_or(NO_WORD), search: number };
        search.filed = Some((group, self.groups.insert(group, candidate)));
    }

    fn discard(&mut self, number: u32) {
        let Some(search) = self.searches.remove(number) else { return };
        if let Some((group, position)) = search.filed
            && let Some(moved) = self.groups.remove(group, position)
            && let Some(moved) = self.searches.get_mut(moved)
        {
            moved.filed = Some((group, position));
        }
        if search.place != ANYWHERE {
            self.places.release(search.place);
        }
        for word in search.words {
            self.vocabulary.release(word);
        }
    }

    fn find(&mut self, listing: &SearchDocument, values: ListingValues) -> Vec<SavedSearchId> {
        let Self { searches, groups, places, vocabulary, terms, found_words, .. } = self;
        found_words.clear(vocabulary.end());
        for (term, _) in listing.words.iter() {
            terms.for_each_word(term, vocabulary, |word| found_words.insert(word));
        }
        let address = &listing.card.facts.address;
        let values = values.at(places.of_listing(&address.city, address.district.as_deref()));
        let by_types = type_groups(values.unit_type());
        let by_place = values.places().into_iter().filter(|place| *place != ANYWHERE).map(Group::Place);
        let by_town = values.town().into_iter().flat_map(groups_around);
        let by_word = found_words.iter().map(Group::Word);
        let mut found = Vec::new();
        for group in by_types.chain(by_place).chain(by_town).chain(by_word) {
            for candidate in groups.get(group) {
                if (candidate.word == NO_WORD || found_words.contains(candidate.word))
                    && candidate.conditions.accept(&values)
                    && let Some(search) = searches.get(candidate.search)
                    && search.words.iter().all(|word| found_words.contains(*word))
                {
                    found.push(search.id);
                }
            }
        }
        found
    }
}

#[cfg(test)]
mod tests;
