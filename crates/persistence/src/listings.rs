//! Listings and their images.

mod activity;
pub(crate) mod application_listings;
mod ended;
mod images;
mod previews;
mod queries;
mod repository;
mod rows;
pub(crate) mod search_documents;
pub(crate) mod summaries;

pub(crate) use summaries::LandlordRow;
