//! The rules that keep the house as it was drawn. None of them needs a database, a browser or the network.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step is a failed test")]

mod arrows;
mod documents;
mod halves;
mod libraries;
mod repository;
mod rooms;
mod translations;
