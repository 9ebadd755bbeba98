//! Finds the words within some edit distance of a term.
//!
//! A word with a distance of `e` is cut into `e + 2` pieces. An edit changes one of them at most, so
//! that two stay as they are, and those are found in the term at their place or at most `e`
//! characters away from it. Words are therefore indexed by each pair of their pieces.

use std::collections::HashMap;
use std::hash::BuildHasher;

use foldhash::fast::RandomState;

use super::slot_lists::SlotLists;
use crate::levenshtein::MAX_EDITS;

#[derive(Debug, Default)]
pub(super) struct FuzzyIndex {
    /// Words by the hash of a pair of pieces.
    words: SlotLists<u64>,
    /// How many words there are of each distance and length.
    lengths: HashMap<(usize, usize), usize, RandomState>,
    hashes: RandomState,
}

/// A word of a given length whose pieces may be in a term.
#[derive(Debug, Clone, Copy)]
struct Cut {
    edits: usize,
    length: usize,
}

impl FuzzyIndex {
    /// Adds a word with its edit distance, which must be 1 or 2. It must have more characters than
    /// that.
    pub(super) fn insert(&mut self, letters: &[char], edits: usize, word: u32) {
        let cut = Cut { edits, length: letters.len() };
        cut.for_each_pair(letters, [edits; 2], |pair| self.words.push(self.hashes.hash_one(pair), word));
        *self.lengths.entry((edits, letters.len())).or_default() += 1;
    }

    /// Removes what was inserted with the same arguments.
    pub(super) fn remove(&mut self, letters: &[char], edits: usize, word: u32) {
        let cut = Cut { edits, length: letters.len() };
        cut.for_each_pair(letters, [edits; 2], |pair| self.words.remove(&self.hashes.hash_one(pair), word));
        let Some(count) = self.lengths.get_mut(&(edits, letters.len())) else { return };
        *count = count.saturating_sub(1);
        if *count == 0 {
            self.lengths.remove(&(edits, letters.len()));
        }
    }

    /// A superset of the words within their edit distance of a term, in ascending order.
    pub(super) fn candidates(&self, term: &[char]) -> Vec<u32> {
        let mut found = Vec::new();
        for edits in 1..=MAX_EDITS {
            for length in term.len().saturating_sub(edits)..=term.len() + edits {
                if self.lengths.contains_key(&(edits, length)) {
                    self.add_candidates(term, Cut { edits, length }, &mut found);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn add_candidates(&self, term: &[char], cut: Cut, found: &mut Vec<u32>) {
        let Cut { edits, length } = cut;
        // How far the end of the word is moved in the term; all distances are counted from `edits`
        // characters before.
        let Some(end) = (term.len() + edits).checked_sub(length) else { return };
        for one in 0..=2 * edits {
            for other in 0..=2 * edits {
                // Moving the pieces like this takes at least so many insertions and deletions.
                if one.abs_diff(edits) + other.abs_diff(one) + end.abs_diff(other) <= edits {
                    cut.for_each_pair(term, [one, other], |pair| {
                        found.extend_from_slice(self.words.get(&self.hashes.hash_one(pair)));
                    });
                }
            }
        }
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty() && self.lengths.is_empty()
    }
}

/// The cut, the indices of two pieces, and the pieces.
type Pair<'a> = ((usize, usize), (usize, usize), (&'a [char], &'a [char]));

impl Cut {
    /// Visits all pairs of pieces. The two are moved by as many characters as `moved` says, counted
    /// from `edits` before their place. Pieces that are then outside of the text are left out.
    fn for_each_pair<'a>(self, text: &'a [char], moved: [usize; 2], mut visit: impl FnMut(Pair<'a>)) {
        let pieces = self.edits + 2;
        let edge = |piece: usize| piece * self.length / pieces;
        let find = |piece: usize, moved: usize| {
            let start = (edge(piece) + moved).checked_sub(self.edits)?;
            text.get(start..start + edge(piece + 1) - edge(piece))
        };
        for one in 0..pieces {
            let Some(first) = find(one, moved[0]) else { continue };
            for other in one + 1..pieces {
                if let Some(second) = find(other, moved[1]) {
                    visit(((self.edits, self.length), (one, other), (first, second)));
                }
            }
        }
    }
}

/// Whether the Levenshtein distance of two texts is at most `edits`.
pub(super) fn is_within(one: &[char], other: &[char], edits: usize) -> bool {
    let same = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    match (&one[same..], &other[same..]) {
        ([], rest) | (rest, []) => rest.len() <= edits,
        (one @ [_, after_one @ ..], other @ [_, after_other @ ..]) => {
            let Some(edits) = edits.checked_sub(1) else { return false };
            one.len().abs_diff(other.len()) <= edits + 1
                && (is_within(after_one, after_other, edits)
                    || is_within(after_one, other, edits)
                    || is_within(one, after_other, edits))
        }
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::search_words::KeywordWord;
    use proptest::prelude::*;

    use super::*;

    fn letters(text: &str) -> Vec<char> {
        text.chars().collect()
    }

    fn word(surface: &str) -> KeywordWord {
        KeywordWord { surface: surface.to_owned(), stems: Vec::new() }
    }

    fn texts(pattern: &'static str) -> impl Strategy<Value = Vec<String>> {
        prop::collection::vec(pattern, 1..40)
    }

    /// Of two letters, so that many are alike.
    fn words() -> impl Strategy<Value = Vec<String>> {
        texts("[aö]{4,11}")
    }

    fn terms() -> impl Strategy<Value = Vec<String>> {
        texts("[aö]{0,13}")
    }

    proptest! {
        #[test]
        fn candidates_contain_all_words_that_the_domain_matches(words in words(), terms in terms()) {
            let mut index = FuzzyIndex::default();
            for (number, surface) in (0..).zip(&words) {
                index.insert(&letters(surface), word(surface).max_edits(), number);
            }
            for term in &terms {
                let candidates = index.candidates(&letters(term));
                for (number, surface) in (0..).zip(&words) {
                    prop_assert!(
                        candidates.contains(&number) || !word(surface).is_fuzzy_match(term),
                        "{} does not find {}", term, surface
                    );
                }
            }
            for (number, surface) in (0..).zip(&words) {
                index.remove(&letters(surface), word(surface).max_edits(), number);
            }
            prop_assert!(index.is_empty());
        }

        #[test]
        fn is_within_equals_the_distance_of_the_domain(words in words(), terms in terms()) {
            for surface in &words {
                let word = word(surface);
                for term in &terms {
                    let found = is_within(&letters(surface), &letters(term), word.max_edits());
                    prop_assert_eq!(found, word.is_fuzzy_match(term), "{} {}", surface, term);
                }
            }
        }
    }

    #[test]
    fn candidates_of_unlike_terms_are_few() {
        let words = ["bahnhofstrasse", "hauptstrasse", "gartenstrasse", "zimmer", "wohnung", "dachgeschoss"];
        let mut index = FuzzyIndex::default();
        for (number, surface) in (0..).zip(words) {
            index.insert(&letters(surface), word(surface).max_edits(), number);
        }
        for (term, expected) in [
            ("zimer", &[3][..]),
            ("dachgeschos", &[5]),
            ("dachgexchoß", &[5]),
            ("mitbewohner", &[]),
            ("ruhig", &[]),
            ("", &[]),
        ] {
            assert_eq!(index.candidates(&letters(term)), expected, "{term}");
        }
    }
}
