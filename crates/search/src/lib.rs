//! The listing search in memory: an adapter of the search port that answers in microseconds, with
//! exact totals. And the search backwards ([`matcher`]): which saved searches find a listing.
//!
//! Listings are indexed in immutable segments ([`segment`]): numeric columns, a term index with
//! posting lists, and compressed result cards. An [`index_writer`] adds changed listings as small
//! new segments and marks outdated documents with tombstones; an [`indexer`] feeds it the changes
//! of the database. While there is no index that is fresh enough, a fallback adapter answers. An
//! [`index_file`] lets the next process start with the index of this one. The port defines what
//! matches and in which order; this crate must return exactly that.

mod amenity_index;
mod bitmap;
mod cards;
mod columns;
mod doc_set;
mod engine;
mod facets;
mod group_index;
mod index;
mod index_file;
mod index_writer;
mod indexer;
mod keyword;
mod levenshtein;
mod limited_search;
mod matcher;
mod matches;
mod near_towns;
mod places;
mod postings;
mod relevance;
mod scan;
mod segment;
mod sort_orders;
mod term_index;
mod wavelet_matrix;

pub use engine::SearchEngine;
pub use index_file::{IndexFile, IndexFileError, SavedFile};
pub use indexer::run_indexer;
pub use limited_search::LimitedSearch;
pub use matcher::InMemoryMatcher;

/// Converts an offset, ordinal or doc id; the index never holds more than `u32::MAX` of any.
fn to_u32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
