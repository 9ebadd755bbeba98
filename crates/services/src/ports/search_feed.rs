//! The feed of a search index that keeps its own copy of the listings.

use std::time::Duration;

use async_trait::async_trait;
use portal_domain::ids::ListingId;
use portal_domain::search_words::Weight;

use super::{ListingSummary, StoreError};

/// Terms with their weights in one allocation: a listing has a hundred and more of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordList {
    text: String,
    /// The end of each term in `text`, in bytes.
    ends: Vec<(u32, Weight)>,
}

impl WordList {
    /// Splits `text` into terms at these ends. `None` if the ends are no valid boundaries of it.
    pub fn new(text: String, ends: Vec<(u32, Weight)>) -> Option<Self> {
        let are_words = ends.is_sorted_by_key(|(end, _)| *end)
            && ends.iter().all(|(end, _)| text.is_char_boundary(*end as usize))
            && ends.last().map_or(0, |(end, _)| *end as usize) == text.len();
        are_words.then_some(Self { text, ends })
    }

    /// Terms must be added in ascending byte order.
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

/// A searchable listing: its card, and its search terms
/// (`portal_domain::search_words::of_listing`).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchDocument {
    /// `views` is `None`.
    pub card: ListingSummary,
    pub words: WordList,
}

/// Changes since the last read. No listing is in both lists.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchChanges {
    /// New and changed searchable listings.
    pub upserted: Vec<SearchDocument>,
    /// Listings that are not searchable any more, or never were.
    pub removed: Vec<ListingId>,
}

impl SearchChanges {
    pub fn is_empty(&self) -> bool {
        self.upserted.is_empty() && self.removed.is_empty()
    }
}

/// What a call to [`changes`](SearchFeedReader::changes) has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedRead {
    /// A part of the changes up to a new snapshot; the next call returns the next part of the same.
    Part(SearchChanges),
    /// The last part, or all changes. Also without any.
    Complete(SearchChanges),
    /// There are more changes than the caller accepts; none of them is read.
    TooMany,
}

/// Up to which commit a reader has read, as a text of the feed that can be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeedPosition(String);

impl FeedPosition {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Reads searchable listings and their changes.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SearchFeed: Send + Sync {
    /// Opens a reader of a snapshot. Later commits are returned as changes by the same reader.
    async fn open(&self) -> Result<Box<dyn SearchFeedReader>, StoreError>;

    /// Opens a reader without batches that continues after a position: the changes that it returns
    /// include every commit since then, and possibly some from before. `None` if that is not
    /// certain: it is another database, or one that may have lost commits, or the log of changes
    /// does not reach back so far.
    async fn resume(&self, position: &FeedPosition) -> Result<Option<Box<dyn SearchFeedReader>>, StoreError>;
}

/// Reads first all batches, then changes repeatedly. After an error the reader is unusable; a new
/// one can resume at its last position.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SearchFeedReader: Send {
    /// The next searchable listings of the snapshot, each once; an empty batch is the end.
    async fn next_batch(&mut self) -> Result<Vec<SearchDocument>, StoreError>;

    /// The commits since the last complete read or since the reader was opened, in parts of a
    /// limited number of listings. Of more than `at_most` changed listings, none is read.
    async fn changes(&mut self, at_most: usize) -> Result<FeedRead, StoreError>;

    /// The position of the last complete read; `None` if the database cannot tell it. It may be
    /// earlier by what a crash of the database could lose.
    fn position(&self) -> Option<FeedPosition>;

    /// Returns when there are commits that [`changes`](Self::changes) has not returned yet, or
    /// after `at_most`.
    async fn wait(&mut self, at_most: Duration) -> Result<(), StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_with_invalid_ends_returns_none() {
        let list =
            |ends: &[u32]| WordList::new("zimmerö".to_owned(), ends.iter().map(|end| (*end, Weight::Text)).collect());
        let words: WordList = [("zimmer", Weight::Text), ("ö", Weight::Text)].into_iter().collect();
        assert_eq!(list(&[6, 8]), Some(words));
        for (ends, why) in [
            (&[6, 7, 8][..], "within a character"),
            (&[8, 6], "backwards"),
            (&[6], "trailing text"),
            (&[6, 9], "beyond the text"),
        ] {
            assert_eq!(list(ends), None, "{why}");
        }
    }
}
