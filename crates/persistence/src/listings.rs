//! Listings.

mod images;
mod queries;
mod repository;
mod rows;
pub(crate) mod summaries;
