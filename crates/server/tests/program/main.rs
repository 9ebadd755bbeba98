//! The binary as its operator sees it: commands, settings, signals.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

mod commands;
mod running;
mod serving;
