//! The distinct words of all saved searches, and which of them a term matches.

use std::collections::VecDeque;

use portal_domain::search_words::KeywordWord;

use super::fuzzy::{FuzzyIndex, is_within};
use super::slot_lists::SlotLists;
use super::slots::Slots;

/// A lookup that is at most this many words older than the vocabulary is completed by comparing the
/// term with the words that are missing.
const NEWEST_WORDS: usize = 256;

#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    words: Slots<Word>,
    surfaces: SlotLists<Box<str>>,
    stems: SlotLists<Box<str>>,
    fuzzy: FuzzyIndex,
    /// How many words were ever added.
    added: u64,
    /// The age of the latest ones with their numbers, oldest first. Some may be removed again.
    newest: VecDeque<(u64, u32)>,
}

#[derive(Debug)]
struct Word {
    asked: KeywordWord,
    /// Of its surface.
    letters: Box<[char]>,
    max_edits: usize,
    /// How many words were added before.
    age: u64,
    /// How many saved searches ask for it.
    searches: u32,
}

/// The words that a term matches, as of some state of the vocabulary. Empty at first.
#[derive(Debug, Default)]
pub(super) struct FoundWords {
    /// By number. Of those that were removed since, none has a saved search.
    pub(super) words: Vec<u32>,
    /// How many words had been added.
    as_of: u64,
}

impl Word {
    fn matches(&self, term: &str, letters: &[char]) -> bool {
        self.asked.is_exact_match(term) || is_within(&self.letters, letters, self.max_edits)
    }
}

impl Vocabulary {
    /// The number of a word that one more saved search asks for.
    pub(super) fn acquire(&mut self, word: KeywordWord) -> u32 {
        let mut alike = self.surfaces.get(word.surface.as_str()).iter().copied();
        let known = alike.find(|number| self.words.get(*number).is_some_and(|known| known.asked == word));
        if let Some(number) = known
            && let Some(known) = self.words.get_mut(number)
        {
            known.searches += 1;
            return number;
        }
        self.add(word)
    }

    /// Must be called once for each saved search that does not ask for the word any more.
    pub(super) fn release(&mut self, number: u32) {
        let Some(word) = self.words.get_mut(number) else { return };
        word.searches = word.searches.saturating_sub(1);
        if word.searches == 0
            && let Some(unused) = self.words.remove(number)
        {
            self.surfaces.remove(unused.asked.surface.as_str(), number);
            for stem in &unused.asked.stems {
                self.stems.remove(stem.as_str(), number);
            }
            if unused.max_edits > 0 {
                self.fuzzy.remove(&unused.letters, unused.max_edits, number);
            }
        }
    }

    /// Above every number.
    pub(super) fn end(&self) -> usize {
        self.words.end()
    }

    /// Completes what was found for a term before.
    pub(super) fn update(&self, term: &str, found: &mut FoundWords) {
        let as_of = found.as_of;
        let missing = usize::try_from(self.added.saturating_sub(as_of)).unwrap_or(usize::MAX);
        if missing == 0 {
            return;
        }
        let letters: Vec<char> = term.chars().collect();
        if missing <= self.newest.len() {
            // The numbers of removed words may have been given to others.
            found.words.retain(|number| self.words.get(*number).is_some_and(|word| word.age < as_of));
            let newer = self.newest.iter().rev().take(missing).filter(|(age, number)| {
                self.words.get(*number).is_some_and(|word| word.age == *age && word.matches(term, &letters))
            });
            found.words.extend(newer.map(|(_, number)| *number));
        } else {
            found.words = self.find(term, &letters);
        }
        found.as_of = self.added;
    }

    fn add(&mut self, word: KeywordWord) -> u32 {
        let letters: Box<[char]> = word.surface.chars().collect();
        let (max_edits, age) = (word.max_edits(), self.added);
        let new = Word { asked: word.clone(), letters: letters.clone(), max_edits, age, searches: 1 };
        let number = self.words.insert(new);
        if max_edits > 0 {
            self.fuzzy.insert(&letters, max_edits, number);
        }
        self.surfaces.push(word.surface.into_boxed_str(), number);
        for stem in word.stems {
            self.stems.push(stem.into_boxed_str(), number);
        }
        self.added += 1;
        if self.newest.len() == NEWEST_WORDS {
            self.newest.pop_front();
        }
        self.newest.push_back((age, number));
        number
    }

    fn find(&self, term: &str, letters: &[char]) -> Vec<u32> {
        let mut found = self.stems.get(term).to_vec();
        for (start, last) in term.char_indices() {
            found.extend_from_slice(self.surfaces.get(&term[..start + last.len_utf8()]));
        }
        let is_near = |word: &Word| is_within(&word.letters, letters, word.max_edits);
        let near = self.fuzzy.candidates(letters).into_iter();
        found.extend(near.filter(|number| self.words.get(*number).is_some_and(is_near)));
        found.sort_unstable();
        found.dedup();
        found.shrink_to_fit();
        found
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::search_words;
    use proptest::prelude::*;

    use super::*;

    /// Adds the words of a keyword. Returns their numbers.
    fn acquire(vocabulary: &mut Vocabulary, keyword: &str) -> Vec<(u32, KeywordWord)> {
        search_words::of_keyword(keyword).into_iter().map(|word| (vocabulary.acquire(word.clone()), word)).collect()
    }

    fn check(vocabulary: &Vocabulary, held: &[(u32, KeywordWord)], term: &str, found: &mut FoundWords) {
        vocabulary.update(term, found);
        let matches = |word: &KeywordWord| word.is_exact_match(term) || word.is_fuzzy_match(term);
        for (number, word) in held {
            assert_eq!(found.words.contains(number), matches(word), "{term} {word:?}");
        }
        let unknown = found.words.iter().filter(|number| held.iter().all(|(held, _)| held != *number));
        for number in unknown {
            assert!(vocabulary.words.get(*number).is_none(), "{term} {number}");
        }
    }

    fn keywords() -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec("[aböx7]{1,12}", 1..20)
    }

    proptest! {
        #[test]
        fn update_finds_what_the_domain_matches_while_words_come_and_go(
            rounds in prop::collection::vec(keywords(), 1..6), terms in prop::collection::vec("[abox7]{0,12}", 12),
        ) {
            let mut vocabulary = Vocabulary::default();
            let mut found: Vec<FoundWords> = terms.iter().map(|_| FoundWords::default()).collect();
            let mut held: Vec<(u32, KeywordWord)> = Vec::new();
            for keywords in rounds {
                for (number, _) in held.drain(..held.len() / 2) {
                    vocabulary.release(number);
                }
                held.extend(keywords.iter().flat_map(|keyword| acquire(&mut vocabulary, keyword)));
                // The first term is looked up once, after all changes.
                for (term, found) in terms.iter().zip(&mut found).skip(1) {
                    check(&vocabulary, &held, term, found);
                }
            }
            check(&vocabulary, &held, &terms[0], &mut found[0]);
        }
    }

    #[test]
    fn update_after_more_words_than_are_remembered_equals_a_lookup() {
        let mut vocabulary = Vocabulary::default();
        let mut found = FoundWords::default();
        let mut held = acquire(&mut vocabulary, "zimmer");
        check(&vocabulary, &held, "zimmern", &mut found);
        for number in 0..2 * NEWEST_WORDS {
            held.extend(acquire(&mut vocabulary, &format!("haus{number}")));
        }
        held.extend(acquire(&mut vocabulary, "zimme"));
        check(&vocabulary, &held, "zimmern", &mut found);
        assert_eq!(found.words.len(), 2);
    }

    #[test]
    fn released_words_leave_nothing_behind() {
        let mut vocabulary = Vocabulary::default();
        for _ in 0..2 {
            let held: Vec<(u32, KeywordWord)> = ["Wohnungen in Munich", "Wohnungen", "Zimmer 12"]
                .iter()
                .flat_map(|keyword| acquire(&mut vocabulary, keyword))
                .collect();
            assert_eq!((held.len(), vocabulary.end()), (5, 4), "one word is held twice");
            for (number, _) in held {
                vocabulary.release(number);
            }
            assert!(vocabulary.surfaces.is_empty() && vocabulary.stems.is_empty() && vocabulary.fuzzy.is_empty());
        }
    }
}
