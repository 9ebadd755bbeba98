//! The search of everybody, in memory: an adapter of the search port that answers in microseconds, with exact totals.
//!
//! Listings stand in segments that never change ([`segment`]): their figures in columns, their words in a sorted
//! dictionary with the documents under each, their cards ready to be sent. A [`keeper`] puts what changes into small new
//! segments and leaves out what is not true any more; a [`follower`] tells it what a feed says. While there is no true
//! index, another adapter answers. What is found, counted and in which order is defined by the port; this crate only
//! finds it sooner.

mod bits;
mod cards;
mod columns;
mod counting;
mod engine;
mod faceting;
mod follower;
mod index;
mod keeper;
mod keyword;
mod matches;
mod near;
mod orders;
mod place_index;
mod places;
mod postings;
mod relevance;
mod scan;
mod segment;
mod words;

pub use engine::SearchEngine;
pub use follower::follow;

#[cfg(test)]
mod tests;
