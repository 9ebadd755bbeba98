//! Listings.

pub(crate) mod applied;
pub(crate) mod documents;
mod images;
mod previews;
mod queries;
mod repository;
mod rows;
pub(crate) mod summaries;

pub(crate) use summaries::LandlordRow;
