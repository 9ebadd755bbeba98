//! Remembers which words the terms of recent listings match: listings have most terms in common,
//! and finding the words is the expensive part.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::words::{FoundWords, Vocabulary};

/// Of an entry without its term and its words.
const ENTRY_BYTES: usize = 64;

type Generation = HashMap<Box<str>, FoundWords, RandomState>;

/// Once the recent terms take too much memory they become the older ones, and those that were not
/// used again are forgotten.
#[derive(Debug)]
pub(super) struct TermCache {
    recent: Generation,
    older: Generation,
    recent_bytes: usize,
    older_bytes: usize,
    /// Of the recent terms.
    max_bytes: usize,
}

impl TermCache {
    /// The two generations have about `max_bytes` together.
    pub(super) fn new(max_bytes: usize) -> Self {
        let (recent, older) = (HashMap::default(), HashMap::default());
        Self { recent, older, recent_bytes: 0, older_bytes: 0, max_bytes: max_bytes / 2 }
    }

    /// Approximate; terms that were used again count twice until the next generation.
    pub(super) const fn bytes(&self) -> usize {
        self.recent_bytes + self.older_bytes
    }

    /// Visits the numbers of all words that the term matches.
    pub(super) fn for_each_word(&mut self, term: &str, vocabulary: &Vocabulary, visit: impl FnMut(u32)) {
        if let Some(found) = self.recent.get_mut(term) {
            let before = found.words.len();
            vocabulary.update(term, found);
            found.words.iter().copied().for_each(visit);
            self.recent_bytes += found.words.len().saturating_sub(before) * size_of::<u32>();
        } else {
            let mut found = self.older.remove(term).unwrap_or_default();
            vocabulary.update(term, &mut found);
            found.words.iter().copied().for_each(visit);
            self.recent_bytes += ENTRY_BYTES + term.len() + found.words.len() * size_of::<u32>();
            self.recent.insert(term.into(), found);
        }
        if self.recent_bytes > self.max_bytes {
            self.older = std::mem::take(&mut self.recent);
            self.older_bytes = std::mem::take(&mut self.recent_bytes);
        }
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::search_words;

    use super::*;

    #[test]
    fn for_each_word_forgets_terms_that_are_not_used_again() {
        let mut vocabulary = Vocabulary::default();
        let numbers: Vec<u32> =
            search_words::of_keyword("zimmer").into_iter().map(|word| vocabulary.acquire(word)).collect();
        let mut cache = TermCache::new(4_000);
        for number in 0..1_000 {
            let other = format!("haus{number}");
            for term in ["zimmern", other.as_str()] {
                let mut found = Vec::new();
                cache.for_each_word(term, &vocabulary, |word| found.push(word));
                assert_eq!(found, if term == "zimmern" { numbers.clone() } else { Vec::new() }, "{term}");
            }
            // A generation ends with the first entry beyond its bound.
            assert!((1..4_200).contains(&cache.bytes()), "{} bytes", cache.bytes());
        }
        let is_known = |term: &str| cache.recent.contains_key(term) || cache.older.contains_key(term);
        assert!(is_known("zimmern") && is_known("haus999") && !is_known("haus0"));
        assert!(cache.recent.len() + cache.older.len() < 70, "{} terms", cache.recent.len() + cache.older.len());
    }
}
