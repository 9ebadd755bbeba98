//! The product over HTTP, with a database for every test.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod harness;

mod activation;
mod administration;
mod applications;
mod audit;
mod authorization;
mod availability;
mod clock_jumps;
mod concurrent_reviews;
mod connection_limits;
mod erasure;
mod errors;
mod events;
mod favourites;
mod images;
mod legal;
mod letters;
mod list_exports;
mod listing_activity;
mod listing_copies;
mod listings;
mod mail_files;
mod malformed_requests;
mod moderation;
mod notifications;
mod openapi;
mod pages;
mod passwords;
mod proofs;
mod registrations;
mod rejections;
mod reply_clock;
mod request_ids;
mod saved_search_mails;
mod saved_searches;
mod search;
mod search_facets;
mod search_indexer;
mod search_near;
mod search_places;
mod second_factor;
mod sessions;
mod settings;
mod stats;
mod suspicious_listings;
mod users;
