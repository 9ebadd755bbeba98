//! The product as its clients see it: over HTTP, on a database of its own for every test.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

mod harness;

mod applications;
mod authorization;
mod documentation;
mod errors;
mod hostile;
mod images;
mod listings;
mod mails;
mod pages;
mod search;
mod sessions;
mod settings;
