//! What a search that keeps its own copy of the listings is fed with.

use std::time::Duration;

use async_trait::async_trait;
use portal_domain::ids::ListingId;
use portal_domain::search_words::Weight;

use super::StoreError;
use crate::listings::ListingSummary;

/// Words, each with its weight, in one piece of memory: a listing has a hundred and more of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordList {
    text: String,
    /// Where each word ends in `text`.
    ends: Vec<(u32, Weight)>,
}

impl WordList {
    /// The words that follow each other in `text`, each up to its end. `None`: they are none, by where they end.
    pub fn new(text: String, ends: Vec<(u32, Weight)>) -> Option<Self> {
        let are_words = ends.is_sorted_by_key(|(end, _)| *end)
            && ends.iter().all(|(end, _)| text.is_char_boundary(*end as usize))
            && ends.last().map_or(0, |(end, _)| *end as usize) == text.len();
        are_words.then_some(Self { text, ends })
    }

    /// Words follow in alphabetical order, by their bytes.
    pub fn push(&mut self, word: &str, weight: Weight) {
        self.text.push_str(word);
        self.ends.push((u32::try_from(self.text.len()).unwrap_or(u32::MAX), weight));
    }

    pub fn iter(&self) -> impl Iterator<Item = (&str, Weight)> {
        self.ends.iter().scan(0, |start, (end, weight)| {
            let word = self.text.get(*start..*end as usize);
            *start = *end as usize;
            word.map(|word| (word, *weight))
        })
    }
}

impl<'a> FromIterator<(&'a str, Weight)> for WordList {
    fn from_iter<I: IntoIterator<Item = (&'a str, Weight)>>(words: I) -> Self {
        let mut list = Self::default();
        for (word, weight) in words {
            list.push(word, weight);
        }
        list
    }
}

/// A listing that everybody can find: its card, by whose figures it is found, and the words it is found under
/// (`portal_domain::search_words::of_listing`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchDocument {
    /// `views` is not filled in.
    pub card: ListingSummary,
    pub words: WordList,
}

/// What became of listings since the last reading. None is in both lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchChanges {
    /// New ones that can be found, and changed ones as they are now.
    pub found: Vec<SearchDocument>,
    /// Those that cannot be found any more, and perhaps never could.
    pub gone: Vec<ListingId>,
}

impl SearchChanges {
    pub fn is_empty(&self) -> bool {
        self.found.is_empty() && self.gone.is_empty()
    }
}

/// Where to learn what can be found, and what changes in it.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SearchFeed: Send + Sync {
    /// Begins a reading of the listings as of one moment. Whatever is committed later is told by the same reader's changes.
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError>;
}

/// One reader: first all portions, then changes again and again. After an error it is of no use any more, and whatever
/// came of it may have missed something.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SearchFeedReader: Send {
    /// The next listings that could be found when the reader was opened, each once; an empty portion is the end.
    async fn next_portion(&mut self) -> Result<Vec<SearchDocument>, StoreError>;

    /// What was committed since the last call, or since the reader was opened: all of it, and each change once.
    async fn changes(&mut self) -> Result<SearchChanges, StoreError>;

    /// Returns when something has been committed that [`changes`](Self::changes) has not told yet, and after `at_most` in any case.
    async fn wait(&mut self, at_most: Duration) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_list_of_one_text_is_refused_unless_its_ends_are_those_of_words() {
        let list =
            |ends: &[u32]| WordList::new("zimmerö".to_owned(), ends.iter().map(|end| (*end, Weight::Text)).collect());
        let words: WordList = [("zimmer", Weight::Text), ("ö", Weight::Text)].into_iter().collect();
        assert_eq!(list(&[6, 8]), Some(words));
        for (ends, why) in [
            (&[6, 7, 8][..], "within a character"),
            (&[8, 6], "backwards"),
            (&[6], "text is left"),
            (&[6, 9], "beyond"),
        ] {
            assert_eq!(list(ends), None, "{why}");
        }
    }
}
