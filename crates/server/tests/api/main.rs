//! The product as its clients see it: over HTTP, on a database of its own for every test.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

mod harness;

mod accounts;
mod activation;
mod administration;
mod applications;
mod audit;
mod authorization;
mod deciding;
mod documentation;
mod erasure;
mod errors;
mod events;
mod hostile;
mod images;
mod legal;
mod list_exports;
mod listings;
mod mails;
mod moderation;
mod notifications;
mod pages;
mod passwords;
mod registrations;
mod reply_clock;
mod search;
mod search_choices;
mod search_index;
mod search_places;
mod sessions;
mod settings;
mod stats;
