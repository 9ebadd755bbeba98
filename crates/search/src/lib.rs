//! The listing search in memory: an adapter of the search port that answers in microseconds, with
//! exact totals.
//!
//! Listings are indexed in immutable segments ([`segment`]): numeric columns, a term index with
//! posting lists, and compressed result cards. An [`index_writer`] adds changed listings as small
//! new segments and marks outdated documents with tombstones; an [`indexer`] feeds it the changes
//! of the database. While there is no fresh index, a fallback adapter answers. The port defines
//! what matches and in which order; this crate must return exactly that.

mod bitmap;
mod cards;
mod columns;
mod doc_set;
mod engine;
mod facets;
mod index;
mod index_writer;
mod indexer;
mod keyword;
mod levenshtein;
mod matches;
mod place_index;
mod places;
mod postings;
mod relevance;
mod scan;
mod segment;
mod sort_orders;
mod term_index;
mod wavelet_matrix;

pub use engine::SearchEngine;
pub use indexer::run_indexer;

/// Converts an offset, ordinal or doc id; the index never holds more than `u32::MAX` of any.
fn to_u32(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
